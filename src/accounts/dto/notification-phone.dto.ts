import { ApiProperty } from '@nestjs/swagger';
import { Required } from '../../http/validation.rules.js';
import { IsPhoneNumber } from './account.rules.js';

/** The phone for SMS notifications (SPEC 2.2). */
export class NotificationPhoneDto {
  @ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'integer' }],
    description:
      '6 to 15 digits, with an optional leading `+`; spaces and punctuation are dropped.',
    example: '+12023580001',
  })
  @Required()
  @IsPhoneNumber()
  number!: string;
}

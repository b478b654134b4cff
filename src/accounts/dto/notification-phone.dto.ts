import { Type } from 'class-transformer';
import { IsObject, ValidateNested } from 'class-validator';
import { AccountsSchema, ApiProperty } from '../../http/openapi/swagger.decorators.js';
import { Exposed, Required, withCode } from '../../validation/validation.rules.js';
import { IsPhoneNumber } from './account.rules.js';

/** The phone for SMS notifications. */
@AccountsSchema
export class NotificationPhoneDto {
  @ApiProperty({
    oneOf: [
      { type: 'string', format: 'phone', minLength: 6 },
      { type: 'integer', format: 'int64', minimum: 100_000, maximum: 999_999_999_999_999 },
    ],
    description:
      '6 to 15 decimal digits of any script, with an optional leading `+`; spaces and punctuation ' +
      'are dropped.',
    example: '+12023580001',
  })
  @Required()
  @IsPhoneNumber()
  number!: string;
}

/** The phone for SMS notifications, as it is stored. Inline, because a reference could not be null. */
export const storedPhoneSchema = {
  type: 'object',
  properties: { number: { type: 'string', maxLength: 16, pattern: '^\\+?[0-9]{6,15}$' } },
  required: ['number'],
} as const;

/** Validates the notification phone, a nested object with its own rules. */
export const IsNotificationPhone = () =>
  Exposed(
    Type(() => NotificationPhoneDto),
    IsObject(withCode('not_an_object')),
    ValidateNested(),
  );

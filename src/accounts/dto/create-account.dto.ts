import { AccountsSchema } from '../../http/openapi/accounts-schema.decorator.js';
import { ApiProperty } from '../../http/openapi/swagger.decorators.js';
import { Required } from '../../validation/validation.rules.js';
import { InitialMember } from './account-member.decorators.js';
import { IsPassword } from './account.rules.js';
import type { NotificationPhoneDto } from './notification-phone.dto.js';

/**
 * An account as sent to be created (SPEC 2.2), each member as `account.members.ts` declares it: `name` 1 to 255 characters without the white space
 * around it, `email` 2 to 255, `password` by the policy, `language_code` one of the 44, `phone` up to
 * 64 with a digit, `client` up to 255. Bidi controls are dropped from name, phone and client; a blank
 * phone or client is none. Members that are not listed are ignored.
 */
@AccountsSchema
export class CreateAccountDto {
  @InitialMember()
  name!: string;

  @InitialMember()
  email!: string;

  @ApiProperty({
    description:
      'At least one letter and one digit, any characters allowed. Judged and hashed in Unicode NFKC.',
    format: 'password',
    minLength: 6,
    maxLength: 1024,
    example: 'analytical engine 1843',
  })
  @Required()
  @IsPassword()
  password!: string;

  @InitialMember()
  language_code!: string;

  @InitialMember()
  phone?: string | null | undefined;

  @InitialMember()
  client?: string | null | undefined;

  @InitialMember()
  default_notification_phone?: NotificationPhoneDto | null | undefined;
}

import { IsOptional } from 'class-validator';
import { AccountsSchema } from '../../http/openapi/swagger.decorators.js';
import { InitialMember } from './account-member.decorators.js';
import { IsClientName, IsPhone } from './account.rules.js';
import { IsNotificationPhone, type NotificationPhoneDto } from './notification-phone.dto.js';
import { SignUpDto } from './sign-up.dto.js';

/**
 * The body of a creation request (SPEC 2.2): `name` 1 to 255 characters, `email` 2 to 255, `password` by the policy,
 * `language_code` one of the 44 in any letter case, `phone` up to 64 with a digit, `client` up to 255. White space
 * around name and email is dropped, as are bidi controls in name, phone and client. A blank phone or client counts as
 * absent. Unknown members are ignored.
 */
@AccountsSchema
export class CreateAccountDto extends SignUpDto {
  @InitialMember() @IsOptional() @IsPhone() phone?: string | null | undefined;
  @InitialMember() @IsOptional() @IsClientName() client?: string | null | undefined;

  @InitialMember()
  @IsOptional()
  @IsNotificationPhone()
  default_notification_phone?: NotificationPhoneDto | null | undefined;
}

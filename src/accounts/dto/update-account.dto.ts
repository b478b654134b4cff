import { applyDecorators } from '@nestjs/common';
import { IsOptional } from 'class-validator';
import { AccountsSchema, ApiPropertyOptional } from '../../http/openapi/swagger.decorators.js';
import { Exposed, IsName, IsText, NotNull, Rule } from '../../validation/validation.rules.js';
import { ChangeableMember } from './account-member.decorators.js';
import { IsEmailAddress, IsLanguageCode, IsPassword, IsPhone } from './account.rules.js';
import { IsNotificationPhone, type NotificationPhoneDto } from './notification-phone.dto.js';

/**
 * Requires `old_password` and `new_password` together (SPEC 4.2 rule 3). Rejects both alongside `password`, which a
 * client may mistake for the member that changes the password.
 */
const NeededToChangePassword = (code: 'old_password_required' | 'new_password_required') =>
  applyDecorators(
    Rule(code, (value, args) => {
      const { old_password, new_password, password }: UpdateAccountDto = args?.object ?? {};
      const wanted = old_password !== undefined || new_password !== undefined;
      return password === undefined && (value !== undefined || !wanted);
    }),
    Rule('blank', (value) => value !== null),
  );

/**
 * Changes to an account (SPEC 4.2): absent members stay unchanged, and `null` clears optional members. Unknown members
 * are ignored, so that an account can be sent back as it was read.
 */
@AccountsSchema
export class UpdateAccountDto {
  @ChangeableMember('Ada King') @NotNull() @IsName() name?: string | undefined;
  @ChangeableMember('ada@example.org') @NotNull() @IsEmailAddress() email?: string | undefined;
  @ChangeableMember('fr') @NotNull() @IsLanguageCode() language_code?: string | undefined;
  @ChangeableMember() @IsOptional() @IsPhone() phone?: string | null | undefined;

  @ChangeableMember()
  @IsOptional()
  @IsNotificationPhone()
  default_notification_phone?: NotificationPhoneDto | null | undefined;

  @ApiPropertyOptional({
    type: 'string',
    description: 'The current password; required together with `new_password` to change it.',
    format: 'password',
    maxLength: 1024,
    example: 'analytical engine 1843',
  })
  @NeededToChangePassword('old_password_required')
  @IsText()
  old_password?: string | undefined;

  @ApiPropertyOptional({
    type: 'string',
    description: 'The new password; required together with `old_password`.',
    format: 'password',
    minLength: 6,
    maxLength: 1024,
    example: 'bernoulli numbers 7',
  })
  @NeededToChangePassword('new_password_required')
  @IsPassword()
  new_password?: string | undefined;

  /** Always rejected instead of ignored, because the password would seem to have changed. */
  @Exposed(Rule('old_password_required', (value) => value === undefined))
  password?: unknown;
}

import { InitialMember } from '../../accounts/dto/account-member.decorators.js';
import { IsEmailAddress } from '../../accounts/dto/account.rules.js';
import { AccountsSchema } from '../../http/openapi/swagger.decorators.js';
import { Required } from '../../validation/validation.rules.js';

/** A request for a password reset link. */
@AccountsSchema
export class PasswordResetDto {
  @InitialMember()
  @Required()
  @IsEmailAddress()
  email!: string;
}

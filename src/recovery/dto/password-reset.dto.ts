import { InitialMember } from '../../accounts/dto/account-member.decorators.js';
import { AccountsSchema } from '../../http/openapi/accounts-schema.decorator.js';

/** The request for a link to a new password. */
@AccountsSchema
export class PasswordResetDto {
  @InitialMember()
  email!: string;
}

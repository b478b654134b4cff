import { Required } from '../../validation/validation.rules.js';
import { IsPassword } from './account.rules.js';

/** A new password, without the old one. */
export class NewPasswordDto {
  @Required()
  @IsPassword()
  new_password!: string;
}

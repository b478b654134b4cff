import { AccountsSchema, ApiProperty } from '../../http/openapi/swagger.decorators.js';
import { IsName, Required } from '../../validation/validation.rules.js';
import { InitialMember } from './account-member.decorators.js';
import { IsEmailAddress, IsLanguageCode, IsPassword } from './account.rules.js';

/** The members of a new account that are required (SPEC 2.2). */
@AccountsSchema
export class SignUpDto {
  @InitialMember() @Required() @IsName() name!: string;
  @InitialMember() @Required() @IsEmailAddress() email!: string;

  @ApiProperty({
    description:
      'At least one letter and one digit; any characters are allowed. Validated and hashed in Unicode NFKC.',
    format: 'password',
    minLength: 6,
    maxLength: 1024,
    example: 'analytical engine 1843',
  })
  @Required()
  @IsPassword()
  password!: string;

  @InitialMember() @Required() @IsLanguageCode() language_code!: string;
}

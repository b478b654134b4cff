import { AccountsSchema, ApiPropertyOptional } from '../../../http/openapi/swagger.decorators.js';
import { IsText } from '../../../validation/validation.rules.js';
import { MailProofDto } from './mail-proof.dto.js';
import { returnToSchema } from './return-to.dto.js';
import { SignInResponseDto } from './session.dto.js';

/** The confirmation of a sign-up. The service validates a new name, password and language. */
@AccountsSchema
export class SignUpConfirmationDto extends MailProofDto {
  @ApiPropertyOptional({
    type: 'string',
    format: 'password',
    writeOnly: true,
    maxLength: 1_024,
    description:
      'The password chosen at sign-up, which the browser that signed up omits; with `name`, a new one.',
    example: 'analytical engine 1843',
  })
  @IsText()
  password?: string | null;

  @ApiPropertyOptional({ type: 'string', maxLength: 255, example: 'Ada Lovelace' })
  @IsText()
  name?: string | null;

  @ApiPropertyOptional({
    type: 'string',
    maxLength: 2,
    description: 'With `name`. Default: the language of the response.',
    example: 'en',
  })
  @IsText()
  language_code?: string | null;
}

/** The outcome of a confirmed sign-up. */
@AccountsSchema
export class ConfirmedSignUpDto extends SignInResponseDto {
  @ApiPropertyOptional(returnToSchema) return_to?: string | undefined;
}

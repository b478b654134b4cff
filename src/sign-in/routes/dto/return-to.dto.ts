import { SignUpDto } from '../../../accounts/dto/sign-up.dto.js';
import { PasswordResetDto } from '../../../email-flows/dto/password-reset.dto.js';
import { AccountsSchema, ApiPropertyOptional } from '../../../http/openapi/swagger.decorators.js';
import { IsText } from '../../../validation/validation.rules.js';

export const returnToSchema = {
  type: 'string',
  maxLength: 16_384,
  description: 'The page that the user was going to, as a path of the same origin.',
  example: '/orders',
} as const;

/** A request for a mail whose link returns to a page. */
export class ReturnToDto {
  @IsText() return_to?: string | null;
}

/** The data of a new account. */
@AccountsSchema
export class SessionSignUpDto extends SignUpDto {
  @ApiPropertyOptional(returnToSchema) return_to?: string | null;
}

ApiPropertyOptional({
  description:
    'One of the alert languages of `GET /app/data`, in any letter case. Default: the language of the response.',
})(SessionSignUpDto.prototype, 'language_code');

/** A request for a password reset link. */
@AccountsSchema
export class SessionPasswordResetDto extends PasswordResetDto {
  @ApiPropertyOptional(returnToSchema) return_to?: string | null;
}

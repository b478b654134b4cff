import { IsOptional } from 'class-validator';
import {
  AccountsSchema,
  ApiProperty,
  ApiPropertyOptional,
} from '../../../http/openapi/swagger.decorators.js';
import { emailSchema } from '../../../http/openapi/text.schemas.js';
import { IsText, IsTrueOrFalse, Required } from '../../../validation/validation.rules.js';
import { MailProofDto } from './mail-proof.dto.js';
import { returnToSchema } from './return-to.dto.js';

/** The new password after a reset. The service validates it. */
@AccountsSchema
export class PasswordResetConfirmationDto extends MailProofDto {
  @ApiProperty({
    type: 'string',
    format: 'password',
    writeOnly: true,
    minLength: 6,
    maxLength: 1_024,
    example: 'difference engine 1822',
  })
  @Required()
  @IsText()
  new_password!: string;

  @ApiPropertyOptional({
    type: 'boolean',
    default: true,
    description:
      'Whether to revoke the tokens of the user’s own applications too, because an intruder may have them.',
  })
  @IsOptional()
  @IsTrueOrFalse()
  end_application_tokens?: boolean | null;
}

/** The outcome of a reset. */
@AccountsSchema
export class PasswordResetResponseDto {
  @ApiProperty({ ...emailSchema, description: 'The email of the account, to sign in with.' })
  email!: string;

  @ApiPropertyOptional(returnToSchema) return_to?: string | undefined;
}

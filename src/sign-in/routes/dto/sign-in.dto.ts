import {
  AccountsSchema,
  ApiProperty,
  ApiPropertyOptional,
} from '../../../http/openapi/swagger.decorators.js';
import { emailSchema } from '../../../http/openapi/text.schemas.js';
import { IsText, Required } from '../../../validation/validation.rules.js';
import { OptionalPasskeyMember } from './passkey.dto.js';

/** Text of any length, because input that no account can have counts as wrong. */
const secret = { type: 'string', format: 'password', writeOnly: true } as const;

/** The first step of a sign-in. */
@AccountsSchema
export class SignInDto {
  @ApiProperty({ ...emailSchema, example: 'ada@example.com' })
  @Required()
  @IsText()
  email!: string;

  @ApiProperty({ ...secret, maxLength: 1_024, example: 'correct horse 7' })
  @Required()
  @IsText()
  password!: string;
}

/** A confirmation in a session. */
@AccountsSchema
export class ConfirmationDto {
  @ApiPropertyOptional({
    ...secret,
    maxLength: 1_024,
    description: 'Required without a second factor.',
    example: 'correct horse 7',
  })
  @IsText()
  password?: string | null;

  @ApiPropertyOptional({
    ...secret,
    maxLength: 64,
    description:
      'The code of the authenticator app, or a recovery code. With a second factor, it or `passkey` is required.',
  })
  @IsText()
  code?: string | null;

  @OptionalPasskeyMember('A passkey of the account, which replaces the code.')
  passkey?: object | null;
}

/** The second step of a sign-in. */
@AccountsSchema
export class SecondFactorDto {
  @ApiProperty({
    ...secret,
    maxLength: 64,
    description: 'The code of the authenticator app, or a recovery code.',
    example: '123456',
  })
  @Required()
  @IsText()
  code!: string;
}

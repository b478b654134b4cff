import { AccountDto } from '../../../accounts/dto/account.dto.js';
import {
  AccountsSchema,
  ApiProperty,
  ApiPropertyOptional,
} from '../../../http/openapi/swagger.decorators.js';
import { identifierSchema } from '../../../http/openapi/text.schemas.js';
import { w3cDateSchema } from '../../../http/openapi/w3c-date.js';
import { LinksDto } from '../../../http/urls/links.dto.js';
import { IsText, Required } from '../../../validation/validation.rules.js';
import { challengeSchema, credentialsSchema, PasskeyMember } from './passkey.dto.js';
import { SessionDto } from './session.dto.js';

const nameSchema = { type: 'string', minLength: 1, maxLength: 100, example: 'Phone' } as const;

/** A passkey in the list of an account. */
@AccountsSchema
export class ListedPasskeyDto {
  @ApiProperty(identifierSchema) id!: string;
  @ApiProperty({ ...nameSchema, description: 'The name that the user chose.' }) name!: string;
  @ApiProperty({ ...w3cDateSchema, description: 'When it was added.' }) created_at!: string;

  @ApiProperty({ ...w3cDateSchema, nullable: true, description: 'When it was last used.' })
  last_used_at!: string | null;
}

/** The second factors of an account. */
@AccountsSchema
export class FactorsDto {
  @ApiProperty({ description: 'Whether the account has an authenticator app.', example: true })
  authenticator!: boolean;

  @ApiProperty({ type: [ListedPasskeyDto], maxItems: 20 }) passkeys!: ListedPasskeyDto[];

  @ApiProperty({
    type: 'integer',
    description: 'The number of unused recovery codes.',
    example: 10,
  })
  recovery_codes!: number;

  @ApiProperty({
    description: 'False for the last factor of an account that must have one.',
    example: true,
  })
  removable!: boolean;

  @ApiProperty({
    ...w3cDateSchema,
    nullable: true,
    description: 'When a removal of all factors that an operator requested takes effect.',
  })
  removal_at!: string | null;
}

@AccountsSchema
export class FactorsResponseDto {
  @ApiProperty({ type: FactorsDto }) factors!: FactorsDto;
  @ApiProperty({ type: LinksDto }) _links!: LinksDto;
}

const recoveryCodesSchema = {
  type: 'array',
  items: { type: 'string', maxLength: 64 },
  maxItems: 10,
  description: 'Each replaces a code once.',
} as const;

@AccountsSchema
export class RecoveryCodesDto {
  @ApiProperty(recoveryCodesSchema) recovery_codes!: readonly string[];
}

/** The factors after one was added; the session too if that has completed a sign-in. */
@AccountsSchema
export class AddedFactorDto extends FactorsResponseDto {
  @ApiPropertyOptional(recoveryCodesSchema) recovery_codes?: readonly string[];

  @ApiProperty({
    description: 'Whether a mail asks the user to verify the email address.',
    example: false,
  })
  verification_sent!: boolean;

  @ApiPropertyOptional({ type: SessionDto }) session?: SessionDto;
  @ApiPropertyOptional({ type: AccountDto }) account?: AccountDto;
}

const setupSchema = {
  type: 'string',
  maxLength: 1_024,
  description: 'The sealed secret, for `POST /session/factors/authenticator/confirmation`.',
} as const;

/** A new authenticator app. */
@AccountsSchema
export class AuthenticatorSetupDto {
  @ApiProperty(setupSchema) setup!: string;

  @ApiProperty({
    type: 'string',
    maxLength: 64,
    description: 'The secret in base32, for users who enter it by hand.',
  })
  secret!: string;

  @ApiProperty({ type: 'string', maxLength: 1_024, description: 'The `otpauth:` URI.' })
  uri!: string;

  @ApiProperty({
    type: 'string',
    description: 'The URI as a QR code: an SVG image, black on transparent.',
  })
  svg!: string;
}

/** The first code of a new authenticator app. */
@AccountsSchema
export class AuthenticatorConfirmationDto {
  @ApiProperty({ ...setupSchema, writeOnly: true }) @Required() @IsText() setup!: string;

  @ApiProperty({ type: 'string', writeOnly: true, maxLength: 64, example: '123456' })
  @Required()
  @IsText()
  code!: string;
}

/** The options to create a passkey: `PublicKeyCredentialCreationOptionsJSON` (WebAuthn level 3, section 5.1.9). */
@AccountsSchema
export class PasskeyCreationOptionsDto {
  @ApiProperty({ type: 'object', additionalProperties: true }) rp!: object;
  @ApiProperty({ type: 'object', additionalProperties: true }) user!: object;
  @ApiProperty(challengeSchema) challenge!: string;
  @ApiProperty(credentialsSchema) pubKeyCredParams!: object[];
  @ApiProperty({ type: 'integer', example: 300_000 }) timeout!: number;
  @ApiProperty(credentialsSchema) excludeCredentials!: object[];

  @ApiProperty({ type: 'object', additionalProperties: true })
  authenticatorSelection!: object;

  @ApiProperty({ type: 'string', enum: ['none'] }) attestation!: string;
}

/** The name of a passkey. The service validates it. */
@AccountsSchema
export class PasskeyNameDto {
  @ApiProperty(nameSchema) @Required() @IsText() name!: string;
}

/** A passkey that the browser has created. */
@AccountsSchema
export class NewPasskeyDto extends PasskeyNameDto {
  @PasskeyMember() passkey!: object;
}

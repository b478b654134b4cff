import { applyDecorators } from '@nestjs/common';
import { IsObject, IsOptional } from 'class-validator';
import {
  AccountsSchema,
  ApiProperty,
  ApiPropertyOptional,
} from '../../../http/openapi/swagger.decorators.js';
import { Exposed, Required, withCode } from '../../../validation/validation.rules.js';

const credentialSchema = {
  type: 'object',
  additionalProperties: true,
  description: 'The credential of the browser as JSON, `credential.toJSON()`.',
} as const;

const IsCredential = () => Exposed(IsObject(withCode('not_an_object')));

/** The passkey of a request. The service verifies the credential. */
export const PasskeyMember = () =>
  applyDecorators(ApiProperty(credentialSchema), Required(), IsCredential());

/** The passkey of a request that can also contain something else. */
export const OptionalPasskeyMember = (description: string) =>
  applyDecorators(
    ApiPropertyOptional({ ...credentialSchema, description }),
    IsOptional(),
    IsCredential(),
  );

/** A passkey that has signed the challenge of this browser. */
@AccountsSchema
export class PasskeyDto {
  @PasskeyMember() passkey!: object;
}

export const challengeSchema = {
  type: 'string',
  maxLength: 1_024,
  pattern: '^[A-Za-z0-9_-]+$',
  description: 'The challenge, as base64url.',
} as const;

export const credentialsSchema = {
  type: 'array',
  items: { type: 'object', additionalProperties: true },
  maxItems: 20,
} as const;

/** The options to use a passkey: `PublicKeyCredentialRequestOptionsJSON` (WebAuthn level 3, section 5.1.10). */
@AccountsSchema
export class PasskeyRequestOptionsDto {
  @ApiProperty(challengeSchema) challenge!: string;
  @ApiProperty({ type: 'string', maxLength: 253, example: 'app.example.com' }) rpId!: string;
  @ApiProperty({ type: 'integer', example: 300_000 }) timeout!: number;
  @ApiProperty(credentialsSchema) allowCredentials!: object[];
  @ApiProperty({ type: 'string', enum: ['required'] }) userVerification!: string;
}

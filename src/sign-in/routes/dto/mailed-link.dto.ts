import {
  AccountsSchema,
  ApiProperty,
  ApiPropertyOptional,
} from '../../../http/openapi/swagger.decorators.js';
import { emailSchema } from '../../../http/openapi/text.schemas.js';
import { w3cDateSchema } from '../../../http/openapi/w3c-date.js';
import type { LinkSubject } from '../../../email-flows/link-subjects.service.js';
import { IsText, Required } from '../../../validation/validation.rules.js';
import { linkTokenSchema } from './link-token.schema.js';
import { OptionalPasskeyMember } from './passkey.dto.js';
import { returnToSchema } from './return-to.dto.js';

/** The link that a page was opened with. */
@AccountsSchema
export class LinkTokenDto {
  @ApiProperty(linkTokenSchema) @Required() @IsText() token!: string;
}

const codeSchema = {
  type: 'string',
  format: 'password',
  writeOnly: true,
  maxLength: 64,
  description: 'The code of the authenticator app, or a recovery code.',
} as const;

/** A link that verifies an address, with the credentials that its description lists as `required`. */
@AccountsSchema
export class LinkVerificationDto extends LinkTokenDto {
  @ApiPropertyOptional({ type: 'string', format: 'password', writeOnly: true, maxLength: 1_024 })
  @IsText()
  password?: string | null;

  @ApiPropertyOptional(codeSchema) @IsText() code?: string | null;
}

/** A link that undoes a change, with a factor if `required` of its description lists `code`. */
@AccountsSchema
export class LinkRestorationDto extends LinkTokenDto {
  @ApiPropertyOptional(codeSchema) @IsText() code?: string | null;
  @OptionalPasskeyMember('A passkey of the account, which replaces the code.')
  passkey?: object | null;
}

const purposes: readonly LinkSubject['purpose'][] = [
  'sign_up',
  'password_reset',
  'email_verification',
  'email_adoption',
  'email_restoration',
  'factor_removal',
];

const undoneChanges = ['email_changed', 'factor_added', 'passkey_added'] as const;

/** The purpose and subject of a mailed link. */
@AccountsSchema
export class MailedLinkDto {
  @ApiProperty({ type: 'string', enum: purposes }) purpose!: LinkSubject['purpose'];

  @ApiPropertyOptional({
    ...emailSchema,
    description: 'The address that the link concerns. Absent with `factor_removal`.',
  })
  email?: string;

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', enum: ['password', 'code'] },
    maxItems: 2,
    description:
      'With `email_verification` and `email_restoration`: credentials that the link alone does not replace.',
  })
  required?: readonly ('password' | 'code')[];

  @ApiPropertyOptional({
    description:
      'With `password_reset`: whether the reset also verifies the address and ends everything created before.',
  })
  first_proof?: boolean;

  @ApiPropertyOptional({ ...emailSchema, description: 'With `email_adoption`: the new address.' })
  pending_email?: string;

  @ApiPropertyOptional({
    type: 'string',
    enum: undoneChanges,
    description: 'With `email_restoration`: the change that the link undoes.',
  })
  undoes?: (typeof undoneChanges)[number];

  @ApiPropertyOptional({
    ...w3cDateSchema,
    description: 'With `factor_removal`: when the removal takes effect.',
  })
  due_at?: string;

  @ApiPropertyOptional(returnToSchema) return_to?: string | undefined;
}

/** The outcome of an undo. */
@AccountsSchema
export class LinkRestorationResponseDto {
  @ApiProperty({ type: 'string', enum: undoneChanges }) undone!: (typeof undoneChanges)[number];

  @ApiProperty({
    type: 'string',
    maxLength: 86,
    description: 'For `POST /session/password-reset/confirmation`, because the password has ended.',
  })
  reset_token!: string;

  @ApiProperty({
    type: 'string',
    format: 'uri',
    maxLength: 2_000,
    description: 'The page that asks for the new password, with the token.',
  })
  reset_url!: string;
}

import { AccountDto } from '../../accounts/dto/account.dto.js';
import {
  AccountsSchema,
  ApiProperty,
  ApiPropertyOptional,
} from '../../http/openapi/swagger.decorators.js';
import { identifierSchema } from '../../http/openapi/text.schemas.js';
import { w3cDateSchema } from '../../http/openapi/w3c-date.js';
import { LinksDto } from '../../http/urls/links.dto.js';

/** The session of a browser, without its token. */
@AccountsSchema
export class SessionDto {
  @ApiProperty({
    ...identifierSchema,
    description: 'Does not reveal the token.',
    example: '6rTq1NvX8mZbC4KpD7wGhS2L',
  })
  id!: string;

  @ApiProperty({ ...w3cDateSchema, description: 'When the user signed in.' })
  created_at!: string;

  @ApiProperty({ ...w3cDateSchema, description: 'When the user last signed in or confirmed.' })
  authenticated_at!: string;

  @ApiProperty({
    ...w3cDateSchema,
    description: 'When the session ends unless it is used again.',
  })
  expires_at!: string;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: ['pwd', 'otp', 'swk', 'mfa'] },
    maxItems: 4,
    description: 'How the user has authenticated (RFC 8176).',
    example: ['pwd'],
  })
  authentication_methods!: string[];
}

/** A browser that is signed in. */
@AccountsSchema
export class SessionResponseDto {
  @ApiProperty({ type: SessionDto }) session!: SessionDto;
  @ApiProperty({ type: AccountDto }) account!: AccountDto;
  @ApiProperty({ type: LinksDto }) _links!: LinksDto;
}

const nextSteps = ['second_factor', 'second_factor_setup'] as const;

/** The outcome of a right password: the session, or the next step. */
@AccountsSchema
export class SignInResponseDto {
  @ApiPropertyOptional({
    type: 'string',
    enum: nextSteps,
    description:
      'The step that the sign-in still needs. Without this member, the browser is signed in.',
  })
  next?: (typeof nextSteps)[number];

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', enum: ['totp', 'passkey', 'recovery_code'] },
    maxItems: 3,
    description: 'With `second_factor`: the second factors of the account.',
  })
  methods?: readonly string[];

  @ApiPropertyOptional({ type: SessionDto }) session?: SessionDto;
  @ApiPropertyOptional({ type: AccountDto }) account?: AccountDto;
  @ApiPropertyOptional({ type: LinksDto }) _links?: LinksDto;
}

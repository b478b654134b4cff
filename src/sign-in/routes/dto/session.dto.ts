import { maxSessions } from '../../../access/sessions/sessions.service.js';
import { AccountDto } from '../../../accounts/dto/account.dto.js';
import {
  AccountsSchema,
  ApiProperty,
  ApiPropertyOptional,
} from '../../../http/openapi/swagger.decorators.js';
import { identifierSchema } from '../../../http/openapi/text.schemas.js';
import { w3cDateSchema } from '../../../http/openapi/w3c-date.js';
import { LinksDto } from '../../../http/urls/links.dto.js';

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

/** A session in the list of an account. */
@AccountsSchema
export class ListedSessionDto extends SessionDto {
  @ApiProperty({
    ...w3cDateSchema,
    description: 'When the session was last used, up to a minute ago.',
  })
  last_seen_at!: string;

  @ApiProperty({
    type: 'string',
    maxLength: 255,
    description: 'The `User-Agent` header of the sign-in.',
    example: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  })
  user_agent!: string;

  @ApiProperty({
    type: 'string',
    maxLength: 45,
    description: 'The IP address of the sign-in; empty if unknown.',
    example: '192.0.2.1',
  })
  source!: string;

  @ApiProperty({ description: 'Whether it is the session of this browser.', example: true })
  current!: boolean;
}

/** The sessions of an account. */
@AccountsSchema
export class SessionListDto {
  @ApiProperty({ type: [ListedSessionDto], maxItems: maxSessions }) sessions!: ListedSessionDto[];
  @ApiProperty({ type: LinksDto }) _links!: LinksDto;
}

/** A browser that is signed in. */
@AccountsSchema
export class SessionResponseDto {
  @ApiProperty({ type: SessionDto }) session!: SessionDto;
  @ApiProperty({ type: AccountDto }) account!: AccountDto;
  @ApiProperty({ type: LinksDto }) _links!: LinksDto;
}

const nextSteps = ['second_factor', 'second_factor_setup'] as const;

/** The outcome of a correct password: the session, or the next step. */
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

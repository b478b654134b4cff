import { AccountsSchema, ApiProperty } from '../../http/openapi/swagger.decorators.js';
import { LinksDto } from '../../http/urls/links.dto.js';
import {
  clientSecretSchema,
  identifierSchema,
  nameSchema,
  redirectUriSchema,
  tokenSchema,
  versionSchema,
} from '../../http/openapi/text.schemas.js';
import { w3cDateSchema } from '../../http/openapi/w3c-date.js';
import { maxRedirectUris } from './application.rules.js';

/** An application without its token and secret. */
@AccountsSchema
export class ApplicationDto {
  @ApiProperty({
    ...identifierSchema,
    description: 'Unguessable, and never reused.',
    example: '4kPz7VnQ2sXcJ9LtB3wYhR6M',
  })
  id!: string;

  @ApiProperty({
    ...identifierSchema,
    description: 'The client identifier of OAuth 2.0: the same as `id`.',
    example: '4kPz7VnQ2sXcJ9LtB3wYhR6M',
  })
  client_id!: string;

  @ApiProperty({ ...nameSchema, example: 'Difference Engine' }) name!: string;

  @ApiProperty({
    type: 'array',
    items: redirectUriSchema,
    maxItems: maxRedirectUris,
    example: ['https://app.example/callback'],
  })
  redirect_uris!: string[];

  @ApiProperty({
    description: 'The URLs that users may be sent to after a sign-out.',
    type: 'array',
    items: redirectUriSchema,
    maxItems: maxRedirectUris,
    example: ['https://app.example/'],
  })
  post_logout_redirect_uris!: string[];

  @ApiProperty({ ...versionSchema, description: 'The version of calls without `Accept-Version`.' })
  api_version!: string;

  @ApiProperty({ description: 'A public client has no secret.', example: false }) public!: boolean;

  @ApiProperty({
    description: 'Whether authorization requests require PKCE; always true for a public client.',
    example: true,
  })
  require_pkce!: boolean;

  @ApiProperty({
    description:
      'Whether it can request tokens for your account with its client secret alone, with the grant type `client_credentials`.',
    example: false,
  })
  client_credentials!: boolean;

  @ApiProperty({
    description:
      'Whether an operator of the service trusts it, so that its users are not asked for consent to read access. Ends when `redirect_uris` changes.',
    example: false,
  })
  trusted!: boolean;

  @ApiProperty(w3cDateSchema) created_at!: string;

  @ApiProperty({ ...w3cDateSchema, description: 'Changes only if another member has changed.' })
  updated_at!: string;
}

/** An application with its own access token. */
@AccountsSchema
export class ApplicationWithTokenDto extends ApplicationDto {
  @ApiProperty({
    ...tokenSchema,
    description:
      'The application’s own token for the account of its owner; `null` if it was revoked, or if the key that opens it is lost.',
    nullable: true,
  })
  access_token!: string | null;
}

/** An application with its own access token and its new client secret. */
@AccountsSchema
export class ApplicationWithSecretDto extends ApplicationWithTokenDto {
  @ApiProperty({
    ...clientSecretSchema,
    description: 'Never shown again; `null` for a public client.',
    nullable: true,
  })
  client_secret!: string | null;
}

/** All applications of an account. */
@AccountsSchema
export class ApplicationListDto {
  @ApiProperty({ description: 'Oldest first.', type: [ApplicationDto] })
  applications!: ApplicationDto[];

  @ApiProperty({ type: LinksDto }) _links!: LinksDto;
}

/** An application with its own token (SPEC 5.3). */
@AccountsSchema
export class ApplicationResponseDto {
  @ApiProperty({ type: ApplicationWithTokenDto }) application!: ApplicationWithTokenDto;
  @ApiProperty({ type: LinksDto }) _links!: LinksDto;
}

/** An application with its own token and its new client secret. */
@AccountsSchema
export class ApplicationSecretResponseDto {
  @ApiProperty({ type: ApplicationWithSecretDto }) application!: ApplicationWithSecretDto;
  @ApiProperty({ type: LinksDto }) _links!: LinksDto;
}

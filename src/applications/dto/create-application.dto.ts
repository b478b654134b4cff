import { IsOptional } from 'class-validator';
import {
  AccountsSchema,
  ApiProperty,
  ApiPropertyOptional,
} from '../../http/openapi/swagger.decorators.js';
import { requestedVersionSchema, nameSchema } from '../../http/openapi/text.schemas.js';
import { IsName, IsText, IsTrueOrFalse, Required } from '../../validation/validation.rules.js';
import { IsRedirectUris, redirectUrisSchema } from './application.rules.js';

/** `name` has 1 to 255 characters, without surrounding white space. Unknown members are ignored. */
@AccountsSchema
export class CreateApplicationDto {
  @ApiProperty({
    ...nameSchema,
    description: 'The name that users see. White space around it is dropped.',
    example: 'Difference Engine',
  })
  @Required()
  @IsName()
  name!: string;

  @ApiPropertyOptional({
    description:
      'The URLs that OAuth 2.0 may redirect to: absolute, without a fragment or a parameter that the response adds, with https, a loopback address, or an app’s own scheme that contains a dot.',
    ...redirectUrisSchema,
    example: ['https://app.example/callback'],
  })
  @IsOptional()
  @IsRedirectUris()
  redirect_uris?: string[] | null | undefined;

  @ApiPropertyOptional({
    description:
      'The URLs that users may be sent to after a sign-out (OpenID Connect RP-Initiated Logout 1.0), as in `redirect_uris`.',
    ...redirectUrisSchema,
    example: ['https://app.example/'],
  })
  @IsOptional()
  @IsRedirectUris()
  post_logout_redirect_uris?: string[] | null | undefined;

  @ApiPropertyOptional({
    ...requestedVersionSchema,
    description: 'The version of calls without `Accept-Version`. Default: the newest.',
    nullable: true,
    example: '1.21',
  })
  @IsOptional()
  @IsText()
  api_version?: string | null | undefined;

  @ApiPropertyOptional({
    description:
      'A public client, such as an app on a phone, cannot keep a secret and receives none (RFC 6749 section 2.1). Cannot be changed later.',
    type: Boolean,
    nullable: true,
    default: false,
  })
  @IsOptional()
  @IsTrueOrFalse()
  public?: boolean | null | undefined;

  @ApiPropertyOptional({
    description:
      'Whether authorization requests require PKCE (RFC 7636). A public application must require it.',
    type: Boolean,
    nullable: true,
    default: true,
  })
  @IsOptional()
  @IsTrueOrFalse()
  require_pkce?: boolean | null | undefined;

  @ApiPropertyOptional({
    description:
      'Whether it can request tokens for your account with its client secret alone (RFC 6749 section 4.4). Unavailable to public applications.',
    type: Boolean,
    nullable: true,
    default: false,
  })
  @IsOptional()
  @IsTrueOrFalse()
  client_credentials?: boolean | null | undefined;
}

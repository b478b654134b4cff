import { IsOptional } from 'class-validator';
import { AccountsSchema, ApiPropertyOptional } from '../../http/openapi/swagger.decorators.js';
import { requestedVersionSchema, nameSchema } from '../../http/openapi/text.schemas.js';
import { IsName, IsText, IsTrueOrFalse, NotNull } from '../../validation/validation.rules.js';
import { IsRedirectUris, redirectUrisSchema } from './application.rules.js';

/** Absent members stay unchanged. Unknown ones are ignored, so that a response can be sent back. */
@AccountsSchema
export class UpdateApplicationDto {
  @ApiPropertyOptional({ ...nameSchema, example: 'Analytical Engine' })
  @NotNull()
  @IsName()
  name?: string | undefined;

  @ApiPropertyOptional({
    description: 'The complete list: other URIs are no longer accepted. `null` clears it.',
    ...redirectUrisSchema,
    example: ['https://app.example/callback', 'com.example.app:/callback'],
  })
  @IsOptional()
  @IsRedirectUris()
  redirect_uris?: string[] | null | undefined;

  @ApiPropertyOptional({
    description: 'The complete list, as in `redirect_uris`.',
    ...redirectUrisSchema,
    example: ['https://app.example/'],
  })
  @IsOptional()
  @IsRedirectUris()
  post_logout_redirect_uris?: string[] | null | undefined;

  @ApiPropertyOptional({
    ...requestedVersionSchema,
    description: 'Applies from the next call without `Accept-Version` on.',
  })
  @NotNull()
  @IsText()
  api_version?: string | undefined;

  @ApiPropertyOptional({
    type: 'boolean',
    description: 'A public application must require it.',
    example: true,
  })
  @NotNull()
  @IsTrueOrFalse()
  require_pkce?: boolean | undefined;

  @ApiPropertyOptional({
    type: 'boolean',
    description:
      'Whether it can request tokens for your account with its client secret alone. `false` ends the tokens obtained in this way. Unavailable to public applications.',
    example: false,
  })
  @NotNull()
  @IsTrueOrFalse()
  client_credentials?: boolean | undefined;
}

import { IsRedirectUris, maxRedirectUris } from '../../applications/dto/application.rules.js';
import { AccountsSchema, ApiProperty } from '../../http/openapi/swagger.decorators.js';
import { redirectUriSchema } from '../../http/openapi/text.schemas.js';
import { Required } from '../../validation/validation.rules.js';

/** The redirect URIs that an operator has checked before trusting an application. */
@AccountsSchema
export class TrustDto {
  @ApiProperty({
    type: 'array',
    items: redirectUriSchema,
    maxItems: maxRedirectUris,
    description: 'All redirect URIs of the application, in the order of the application.',
    example: ['https://app.example/callback'],
  })
  @Required()
  @IsRedirectUris()
  redirect_uris!: string[];
}

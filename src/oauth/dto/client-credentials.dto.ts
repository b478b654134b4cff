import { AccountsSchema } from '../../http/openapi/accounts-schema.decorator.js';
import { ApiPropertyOptional } from '../../http/openapi/swagger.decorators.js';
import { clientSecretSchema, identifierSchema } from '../../http/openapi/text.schemas.js';

/** The client's credentials in the form, if they are not in the `Authorization` header. */
@AccountsSchema
export class ClientCredentialsDto {
  @ApiPropertyOptional({
    ...identifierSchema,
    description: 'Where not in the Authorization header.',
  })
  client_id?: string;

  @ApiPropertyOptional({ ...clientSecretSchema, description: 'Of a confidential client.' })
  client_secret?: string;
}

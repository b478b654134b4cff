import { ApiPropertyOptional } from '@nestjs/swagger';
import { clientSecretSchema, identifierSchema } from '../../http/text.schemas.js';

/** How a client authenticates in the form, where it does not in the `Authorization` header. */
export class ClientCredentialsDto {
  @ApiPropertyOptional({
    ...identifierSchema,
    description: 'Where not in the Authorization header.',
  })
  client_id?: string;

  @ApiPropertyOptional({ ...clientSecretSchema, description: 'Of a confidential client.' })
  client_secret?: string;
}

import {
  Controller,
  Get,
  Param,
  UseFilters,
  UseInterceptors,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import { NotFoundError } from '../../errors/error-registry.js';
import { AccountsErrorFilter } from '../../http/accounts-error.filter.js';
import {
  AccountsSchema,
  ApiExcludeEndpoint,
  ApiParam,
  ApiProperty,
  ApiPropertyOptional,
  ApiTags,
} from '../../http/openapi/swagger.decorators.js';
import { ProtectedResources, resourceMetadataPath } from '../../http/protected-resources.js';
import { RequestIdInterceptor } from '../../http/request-id.interceptor.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import { scopes } from '../../principals/principal.js';
import { Published, Shareable } from '../discovery/published.decorator.js';
import { resourceSchema } from '../scope.js';
import { ResourcesService } from './resources.service.js';

const bearerMethods = ['header', 'query'];

@AccountsSchema
class ResourceMetadataDto {
  @ApiProperty(resourceSchema) resource!: string;

  @ApiPropertyOptional({
    description: 'The name for users.',
    maxLength: 100,
    pattern: '\\S',
    example: 'Invoices',
  })
  resource_name?: string;

  @ApiProperty({
    description: 'The issuer of the tokens.',
    type: 'array',
    maxItems: 1,
    items: { type: 'string', format: 'uri', maxLength: 2_000 },
    example: ['https://accounts.example.com'],
  })
  authorization_servers!: string[];

  @ApiProperty({
    description: 'The scopes of the resource.',
    type: 'array',
    maxItems: 50,
    items: { type: 'string', maxLength: 64, pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+$' },
    example: scopes,
  })
  scopes_supported!: readonly string[];

  @ApiPropertyOptional({
    description: 'How the account API accepts tokens (RFC 6750).',
    type: 'array',
    maxItems: bearerMethods.length,
    items: { type: 'string', enum: bearerMethods },
    example: bearerMethods,
  })
  bearer_methods_supported?: string[];
}

/** Describes the resources on the origin of this service (RFC 9728). */
@ApiTags('discovery')
@UseInterceptors(RequestIdInterceptor)
@UseFilters(AccountsErrorFilter)
@Controller({ version: VERSION_NEUTRAL })
export class ResourceMetadataController {
  constructor(
    private readonly publicUrl: PublicUrl,
    private readonly own: ProtectedResources,
    private readonly resources: ResourcesService,
  ) {}

  @Published(
    `${resourceMetadataPath}/:path`,
    {
      operationId: 'readResourceMetadata',
      summary: 'Read the metadata of a protected resource',
      description:
        'RFC 9728: which scopes an API on this origin has, and that this service issues its tokens. The path is that of the API’s URL.',
    },
    ResourceMetadataDto,
    'not_found',
  )
  @ApiParam({
    name: 'path',
    required: true,
    description: 'The path of the API’s URL, without its first slash.',
    schema: { type: 'string', maxLength: 2_000, pattern: '^[^?#]+$', example: 'api' },
  })
  metadata(@Param('path') path: string): Promise<ResourceMetadataDto> {
    return this.describe(path);
  }

  /** Handles paths with other numbers of segments, because Express and Fastify have no common wildcard. */
  @Get(['', '/:a/:b', '/:a/:b/:c', '/:a/:b/:c/:d'].map((path) => resourceMetadataPath + path))
  @Shareable()
  @ApiExcludeEndpoint()
  metadataForSegments(@Param() segments: Record<string, string>): Promise<ResourceMetadataDto> {
    return this.describe(Object.values(segments).join('/'));
  }

  private async describe(path: string): Promise<ResourceMetadataDto> {
    const { issuer } = this.publicUrl;
    const url = issuer + resourceMetadataPath + (path && `/${path}`);
    const authorization_servers = [issuer];
    if (this.own.metadataUrl() === url) {
      return {
        resource: this.own.accountApi!,
        authorization_servers,
        scopes_supported: scopes,
        bearer_methods_supported: bearerMethods,
      };
    }
    const all = await this.resources.list();
    const found = all.find(({ identifier }) => this.own.metadataUrl(identifier) === url);
    if (!found) throw new NotFoundError();
    const { identifier: resource, name: resource_name } = found;
    const scopes_supported = Object.keys(found.scopes);
    return { resource, resource_name, authorization_servers, scopes_supported };
  }
}

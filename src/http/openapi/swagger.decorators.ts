import { swagger } from './swagger.package.js';

/** The decorators of `@nestjs/swagger`, which do nothing if the host has not installed it. */
export const {
  ApiBody,
  ApiConsumes,
  ApiExcludeController,
  ApiExcludeEndpoint,
  ApiExtraModels,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiProperty,
  ApiPropertyOptional,
  ApiQuery,
  ApiResponse,
  ApiSchema,
  ApiSecurity,
  ApiTags,
  getSchemaPath,
} = swagger;

/** A host's schema with the same name would be merged with ours. */
export const AccountsSchema: ClassDecorator = (dto) =>
  ApiSchema({ name: `Accounts${dto.name.replace(/Dto$/, '')}` })(dto);

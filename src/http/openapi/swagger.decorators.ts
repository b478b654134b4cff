import { createRequire } from 'node:module';

type Swagger = typeof import('@nestjs/swagger');

const require = createRequire(import.meta.url);

const describesNothing = () => () => undefined;

const nothing = {
  ApiBody: describesNothing,
  ApiConsumes: describesNothing,
  ApiExcludeController: describesNothing,
  ApiExtraModels: describesNothing,
  ApiHeader: describesNothing,
  ApiOkResponse: describesNothing,
  ApiOperation: describesNothing,
  ApiParam: describesNothing,
  ApiProperty: describesNothing,
  ApiPropertyOptional: describesNothing,
  ApiQuery: describesNothing,
  ApiResponse: describesNothing,
  ApiSchema: describesNothing,
  ApiSecurity: describesNothing,
  ApiTags: describesNothing,
  getSchemaPath: () => '',
};

function isInstalled(): boolean {
  try {
    require.resolve('@nestjs/swagger');
    return true;
  } catch {
    return false;
  }
}

/**
 * The decorators of `@nestjs/swagger`. They do nothing if the host has not installed it.
 *
 * Loaded with `require`, because a CommonJS host cannot load a module that uses top-level `await`.
 */
export const {
  ApiBody,
  ApiConsumes,
  ApiExcludeController,
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
}: Pick<Swagger, keyof typeof nothing> = isInstalled()
  ? (require('@nestjs/swagger') as Swagger)
  : nothing;

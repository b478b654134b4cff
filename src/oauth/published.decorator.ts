import { applyDecorators, Get, Header, type Type } from '@nestjs/common';
import type { ErrorCode } from '../errors/error-registry.js';
import { ApiUnexpectedErrors } from '../http/api-endpoint.decorator.js';
import { openToAll, requestId } from '../http/openapi/header.schemas.js';
import { ApiOkResponse, ApiOperation } from '../http/openapi/swagger.decorators.js';

/** A public document that caches may keep for an hour. */
export const Published = (
  path: string,
  operation: { [Name in 'operationId' | 'summary' | 'description']: string },
  type: Type,
  ...errors: ErrorCode[]
) =>
  applyDecorators(
    Get(path),
    Header('Cache-Control', 'public, max-age=3600'),
    // Always, because caches share the response.
    Header('Access-Control-Allow-Origin', '*'),
    ApiOperation({ ...operation, security: [] }),
    ApiOkResponse({
      description: operation.summary,
      type,
      headers: { ...requestId, ...openToAll },
    }),
    ApiUnexpectedErrors(...errors),
  );

import { applyDecorators, Get, Header, type Type } from '@nestjs/common';
import type { ErrorCode } from '../../errors/error-registry.js';
import { PublicDocument } from '../../http/cross-origin.guard.js';
import { ApiUnexpectedErrors } from '../../http/api-endpoint.decorator.js';
import { openToAll, requestId } from '../../http/openapi/header.schemas.js';
import { ApiOkResponse, ApiOperation } from '../../http/openapi/swagger.decorators.js';

/** Lets caches keep a public document for an hour, and pages of all origins read it. */
export const Shareable = () =>
  applyDecorators(Header('Cache-Control', 'public, max-age=3600'), PublicDocument());

/** Publishes and describes a document. */
export const Published = (
  path: string,
  operation: { [Name in 'operationId' | 'summary' | 'description']: string },
  type: Type,
  ...errors: ErrorCode[]
) =>
  applyDecorators(
    Get(path),
    Shareable(),
    ApiOperation({ ...operation, security: [] }),
    ApiOkResponse({
      description: operation.summary,
      type,
      headers: { ...requestId, ...openToAll },
    }),
    ApiUnexpectedErrors(...errors),
  );

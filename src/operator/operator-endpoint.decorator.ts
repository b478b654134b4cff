import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import type { ErrorCode } from '../errors/error-registry.js';
import { errorResponses } from '../http/api-endpoint.decorator.js';
import { NotStored } from '../http/not-stored.decorator.js';
import { notStored, requestId } from '../http/openapi/header.schemas.js';
import {
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiResponse,
} from '../http/openapi/swagger.decorators.js';
import { identifierSchema } from '../http/openapi/text.schemas.js';
import type { Violations } from '../errors/form-error.js';

interface OperatorOperation {
  operationId: string;
  summary: string;
  description: string;
  /** The successful response. Default: 204 */
  success?: { status?: number; description: string; type?: Type };
  errors?: readonly ErrorCode[];
  /** Examples of violations in a validation error. */
  invalid?: Violations;
}

const common: readonly ErrorCode[] = [
  'bad_request',
  'authentication_required',
  'invalid_token',
  'access_denied',
  'rate_limited',
  'internal_error',
  'unavailable',
];

/** Describes an operator action. Its responses are not stored. */
export function OperatorEndpoint(operation: OperatorOperation): MethodDecorator {
  const { errors = [], invalid, success = { description: 'Deleted.' }, ...described } = operation;
  const { status = success.type ? 200 : 204, description, type } = success;
  return applyDecorators(
    HttpCode(status),
    NotStored(),
    ApiOperation(described),
    ApiResponse({
      status,
      description,
      headers: { 'Cache-Control': notStored['Cache-Control']!, ...requestId },
      ...(type && { type }),
    }),
    errorResponses([...common, ...errors], { invalid }),
  );
}

/** Describes the path parameter `id`. */
export const IdOf = (what: 'account' | 'application') =>
  ApiParam({ name: 'id', description: `The id of the ${what}.`, schema: identifierSchema });

/** Describes query parameters. */
export function QueryOf(
  members: Readonly<Record<string, { readonly description: string }>>,
): MethodDecorator {
  return applyDecorators(
    ...Object.entries(members).map(([name, { description, ...schema }]) =>
      ApiQuery({ name, required: false, description, schema }),
    ),
  );
}

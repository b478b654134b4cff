import {
  applyDecorators,
  Controller,
  HttpCode,
  UseFilters,
  UseInterceptors,
  VERSION_NEUTRAL,
  type Type,
} from '@nestjs/common';
import type { ErrorCode } from '../errors/error-registry.js';
import { AccountsErrorFilter } from '../http/accounts-error.filter.js';
import { errorResponses } from '../http/api-endpoint.decorator.js';
import { NotStored } from '../http/not-stored.decorator.js';
import { notStored, requestId } from '../http/openapi/header.schemas.js';
import {
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiResponse,
  ApiTags,
} from '../http/openapi/swagger.decorators.js';
import { RequestIdInterceptor } from '../http/request-id.interceptor.js';
import { identifierSchema } from '../http/openapi/text.schemas.js';
import type { Violations } from '../errors/form-error.js';

/** Declares a controller for operators. `operatorControllers` adds the guards. */
export function OperatorRoutes(path: string): ClassDecorator {
  return applyDecorators(
    ApiTags('operator'),
    UseInterceptors(RequestIdInterceptor),
    UseFilters(AccountsErrorFilter),
    Controller({ path, version: VERSION_NEUTRAL }),
  );
}

interface OperatorOperation {
  /** The resource whose id is the path parameter `id`. Default: no such parameter */
  id?: 'account' | 'application';
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
  'insufficient_scope',
  'rate_limited',
  'internal_error',
  'unavailable',
];

/** Describes an operator action. Its responses are not stored. */
export function OperatorEndpoint(operation: OperatorOperation): MethodDecorator {
  const {
    id,
    errors = [],
    invalid,
    success = { description: 'Deleted.' },
    ...described
  } = operation;
  const { status = success.type ? 200 : 204, description, type } = success;
  const codes = [...common, ...(id ? [`${id}_not_found` as const] : []), ...errors];
  return applyDecorators(
    HttpCode(status),
    NotStored(),
    ...(id
      ? [ApiParam({ name: 'id', description: `The id of the ${id}.`, schema: identifierSchema })]
      : []),
    ApiOperation(described),
    ApiResponse({
      status,
      description,
      headers: { 'Cache-Control': notStored['Cache-Control'], ...requestId },
      ...(type && { type }),
    }),
    errorResponses(codes, { invalid }),
  );
}

export function ApiQueries(
  members: Readonly<Record<string, { readonly description: string }>>,
): MethodDecorator {
  return applyDecorators(
    ...Object.entries(members).map(([name, { description, ...schema }]) =>
      ApiQuery({ name, required: false, description, schema }),
    ),
  );
}

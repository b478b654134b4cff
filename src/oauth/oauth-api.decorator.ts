import { applyDecorators, Header, HttpCode, Post, UseFilters, type Type } from '@nestjs/common';
import { exampleErrorBody } from '../errors/error-body.js';
import { type ErrorCode, errorCodes } from '../errors/error-registry.js';
import { ErrorDto } from '../http/openapi/error.dto.js';
import {
  basicChallenge,
  everyResponse,
  headersOfStatus,
  limited,
  notStored,
  requestId,
  type Headers,
} from '../http/openapi/header.schemas.js';
import { securitySchemes } from '../http/security.schemes.js';
import {
  ApiBody,
  ApiConsumes,
  ApiExtraModels,
  ApiOperation,
  ApiResponse,
  getSchemaPath,
} from '../http/openapi/swagger.decorators.js';
import { OAuthErrorFilter } from './oauth-error.filter.js';

export interface OAuthOperation {
  operationId: string;
  summary: string;
  description: string;
  form: Type;
  examples: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The successful response. Without a type, it is an empty object. */
  success: { description: string; type?: Type };
  errors: readonly ErrorCode[];
}

const clientErrors: readonly ErrorCode[] = [
  'invalid_request',
  'form_body_required',
  'invalid_client',
  'rate_limited',
  'internal_error',
  'unavailable',
];

/** Clients authenticate with a different scheme than users. */
const ofClients: Readonly<Record<number, Headers>> = { 401: basicChallenge };

/** An endpoint that authenticates the client and accepts a form (RFC 6749 section 3.2). */
export function OAuthEndpoint(path: string, operation: OAuthOperation): MethodDecorator {
  const { operationId, summary, description, success } = operation;
  const codes = [...clientErrors, ...operation.errors];
  const statuses = [...new Set(codes.map((code) => errorCodes[code].status))].sort();
  return applyDecorators(
    Post(path),
    HttpCode(200),
    Header('Cache-Control', 'no-store'),
    Header('Pragma', 'no-cache'),
    UseFilters(OAuthErrorFilter),
    ApiExtraModels(ErrorDto),
    // The header is optional: a public client sends only its id, and a secret may be in the form.
    ApiOperation({
      operationId,
      summary,
      description,
      security: [{ [securitySchemes.client]: [] }, {}],
    }),
    ApiConsumes('application/x-www-form-urlencoded'),
    ApiBody({
      type: operation.form,
      examples: Object.fromEntries(
        Object.entries(operation.examples).map(([name, value]) => [name, { value }]),
      ),
    }),
    ApiResponse({
      status: 200,
      description: success.description,
      headers: { ...notStored, ...requestId, ...limited },
      ...(success.type ? { type: success.type } : { schema: { type: 'object', maxProperties: 0 } }),
    }),
    ...statuses.map((status) =>
      ApiResponse({
        status,
        description: 'An error of RFC 6749 section 5.2, described in English.',
        headers: {
          ...everyResponse,
          ...(status < 500 && limited),
          ...headersOfStatus[status],
          ...ofClients[status],
          ...notStored,
        },
        content: {
          'application/json': {
            schema: { $ref: getSchemaPath(ErrorDto) },
            examples: Object.fromEntries(
              codes
                .filter((code) => errorCodes[code].status === status)
                .map((code) => [code, { value: exampleErrorBody(code) }]),
            ),
          },
        },
      }),
    ),
  );
}

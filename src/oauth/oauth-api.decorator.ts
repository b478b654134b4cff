import { applyDecorators, Header, HttpCode, Post, UseFilters } from '@nestjs/common';
import {
  ApiBasicAuth,
  ApiBody,
  ApiConsumes,
  ApiExtraModels,
  ApiOperation,
  ApiResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import { example } from '../http/api-answers.decorator.js';
import { errorCodes, type ErrorCode } from '../http/error-codes.js';
import { ErrorDto } from '../http/error.dto.js';
import { OAuthErrorFilter } from './oauth-error.filter.js';

export interface OAuthOperation {
  operationId: string;
  summary: string;
  description: string;
  /** The parameters of the form, those of client authentication aside. */
  parameters: Record<string, { description: string; enum?: string[] }>;
  required: string[];
  success: { description: string; schema?: object };
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

const text = { type: 'string' };

/** An endpoint that clients authenticate at and post forms to (RFC 6749 section 3.2). */
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
    ApiBasicAuth('client'),
    ApiOperation({ operationId, summary, description }),
    ApiConsumes('application/x-www-form-urlencoded'),
    ApiBody({
      schema: {
        type: 'object',
        required: operation.required,
        properties: {
          ...Object.fromEntries(
            Object.entries(operation.parameters).map(([name, each]) => [
              name,
              { ...text, ...each },
            ]),
          ),
          client_id: { ...text, description: 'Where not in the Authorization header.' },
          client_secret: { ...text, format: 'password', description: 'Of a confidential client.' },
        },
      },
    }),
    ApiResponse({
      status: 200,
      description: success.description,
      ...(success.schema && { content: { 'application/json': { schema: success.schema } } }),
    }),
    ...statuses.map((status) =>
      ApiResponse({
        status,
        description: 'An error of RFC 6749 section 5.2, described in English.',
        content: {
          'application/json': {
            schema: { $ref: getSchemaPath(ErrorDto) },
            examples: Object.fromEntries(
              codes
                .filter((code) => errorCodes[code].status === status)
                .map((code) => [code, { value: example(code) }]),
            ),
          },
        },
      }),
    ),
  );
}

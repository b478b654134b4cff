import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import type { Scope } from '../principals/principal.js';
import { RequiredScope } from '../access/authentication/scope.guard.js';
import { english } from '../language/english.js';
import { type ErrorCode, errorCodes } from '../errors/error-registry.js';
import { ErrorDto, ValidationErrorDto } from './openapi/error.dto.js';
import { exampleErrorBody } from '../errors/error-body.js';
import { presentErrors, type Violations } from '../errors/form-error.js';
import { ValidationFailedError } from '../errors/validation-failed.error.js';
import {
  basicChallenge,
  entityTag,
  everyResponse,
  statusHeaders,
  headerText,
  limited,
  notStored,
  type Headers,
} from './openapi/header.schemas.js';
import { securitySchemes } from './security.schemes.js';
import {
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  ApiResponse,
  ApiSecurity,
  getSchemaPath,
} from './openapi/swagger.decorators.js';
import { requestedVersionSchema } from './openapi/text.schemas.js';

export interface OperationDescription {
  /** Whether an access token or the cookie of a browser authenticates the operation. Default: `token` */
  caller?: Caller;
  operationId: string;
  summary: string;
  description?: string;
  success: { status: number; description: string; type?: Type; headers?: Headers };
  scope?: Scope | 'any';
  /** The conditional requests it supports: both kinds can return 412, and a read also 304. */
  conditional?: 'read' | 'change';
  errors?: readonly ErrorCode[];
  invalid?: Violations;
}

/** The errors of every route that requires an access token. */
export const tokenErrors: readonly ErrorCode[] = [
  'token_conflict',
  'authentication_required',
  'invalid_token',
  'token_expired',
  'account_suspended',
  'application_suspended',
  'insufficient_scope',
  'rate_limited',
  'internal_error',
  'unavailable',
];

type Caller = 'token' | 'browser';

/** The security schemes and the errors of every operation, by caller. */
const callers = {
  token: {
    schemes: ['bearer', 'query'],
    errors: tokenErrors,
  },
  browser: {
    schemes: ['session'],
    errors: ['origin_not_allowed', 'rate_limited', 'internal_error', 'unavailable'],
  },
} as const satisfies Record<
  Caller,
  { schemes: readonly (keyof typeof securitySchemes)[]; errors: readonly ErrorCode[] }
>;

export const bodyErrors: readonly ErrorCode[] = [
  'malformed_json',
  'body_not_object',
  'body_too_deep',
  'body_not_utf8',
  'payload_too_large',
  'unsupported_media_type',
  'content_encoding_unsupported',
];

export function ApiEndpoint(operation: OperationDescription): MethodDecorator {
  const { operationId, summary, description, success, conditional } = operation;
  const { errors = [], invalid, caller = 'token' } = operation;
  const common = callers[caller];
  const codes = [
    ...[...common.errors, 'version_unsupported' as const, ...errors],
    ...(conditional ? (['precondition_failed'] as const) : []),
  ];
  return applyDecorators(
    HttpCode(success.status),
    ...common.schemes.map((name) => ApiSecurity(securitySchemes[name])),
    ...(operation.scope ? [OAuthScope(operation.scope)] : []),
    ApiHeader({
      name: 'Accept-Version',
      description:
        'The API version, `MAJOR.MINOR`, such as `1.13`. Default: the version of the calling application.',
      required: false,
      schema: requestedVersionSchema,
    }),
    ApiHeader({
      name: 'Accept-Language',
      description:
        'The language of sentences and names in the response, such as `fr, en;q=0.8`. Default: the language of the account, otherwise English.',
      required: false,
      // Characters beyond this length are ignored.
      schema: { type: 'string', maxLength: 1_000, pattern: headerText },
    }),
    ApiOperation({ operationId, summary, description }),
    ApiResponse({
      status: success.status,
      description: success.description,
      headers: { ...everyResponse, ...limited, ...success.headers },
      ...(success.type && { type: success.type }),
    }),
    ...(conditional ? [conditions[conditional]] : []),
    errorResponses(codes, { invalid, caller }),
  );
}

const entityTags = {
  required: false,
  schema: { type: 'string', maxLength: 16_384, pattern: headerText },
} as const;

const IfMatch = () =>
  ApiHeader({
    ...entityTags,
    name: 'If-Match',
    description: 'The entity tag of an earlier response; 412 if the resource has changed since.',
  });

const conditions = {
  read: applyDecorators(
    IfMatch(),
    ApiHeader({
      ...entityTags,
      name: 'If-None-Match',
      description: 'The entity tag of an earlier response; 304 if the resource has not changed.',
    }),
    ApiResponse({
      status: 304,
      description: 'The resource has not changed.',
      headers: { ...everyResponse, ...limited, ...entityTag },
    }),
  ),
  change: IfMatch(),
};

/** For operations that require neither token nor body. */
export function ApiUnexpectedErrors(...codes: ErrorCode[]): MethodDecorator {
  return errorResponses(['internal_error', ...codes]);
}

function OAuthScope(scope: Scope | 'any'): MethodDecorator {
  if (scope === 'any') return ApiSecurity(securitySchemes.oauth, []);
  return applyDecorators(RequiredScope(scope), ApiSecurity(securitySchemes.oauth, [scope]));
}

interface ErrorOptions {
  /** The violations in the example of a form error. */
  readonly invalid?: Violations | undefined;
  /** Whether the errors are those of RFC 6749 section 5.2, which are never forms. Default: false */
  readonly isOfClients?: boolean;
  /** Default: `token` */
  readonly caller?: Caller;
}

/** Describes one response for each status of these errors. */
export function errorResponses(
  codes: readonly ErrorCode[],
  { invalid, isOfClients = false, caller = 'token' }: ErrorOptions = {},
): MethodDecorator {
  const statuses = [...new Set(codes.map((code) => errorCodes[code].status))].sort();
  const responses = statuses.map((status) => {
    const isForm = status === 400 && !isOfClients;
    const sameStatus = codes.filter((code) => errorCodes[code].status === status);
    const bodies = sameStatus.map((code): [string, object] => [code, exampleErrorBody(code)]);
    if (isForm && invalid) {
      const { errors } = ValidationFailedError.about(invalid);
      bodies.unshift(['invalid', presentErrors(errors, english)]);
    }
    return ApiResponse({
      status,
      description: isOfClients ? clientError : describeStatus(status, caller),
      headers: {
        ...everyResponse,
        ...(status < 500 && limited),
        ...(caller === 'token' || status > 403 ? statusHeaders[status] : undefined),
        ...(isOfClients && { ...(status === 401 && basicChallenge), ...notStored }),
      },
      content: {
        'application/json': {
          schema: { $ref: getSchemaPath(isForm ? ValidationErrorDto : ErrorDto) },
          examples: Object.fromEntries(bodies.map(([name, value]) => [name, { value }])),
        },
      },
    });
  });
  const models =
    isOfClients || !statuses.includes(400) ? [ErrorDto] : [ErrorDto, ValidationErrorDto];
  return applyDecorators(ApiExtraModels(...models), ...responses);
}

function describeStatus(status: number, caller: Caller): string {
  const described = caller === 'browser' ? browserDescriptions[status] : undefined;
  return described ?? descriptions[status] ?? '';
}

const browserDescriptions: Readonly<Record<number, string>> = {
  401: 'The browser is not signed in.',
  403: 'The origin is not allowed, the account is suspended, or the user must confirm first.',
};

const clientError = 'An error of RFC 6749 section 5.2, described in English.';

const descriptions: Readonly<Record<number, string>> = {
  400: 'The input is not valid.',
  401: 'The access token is missing or invalid.',
  403: 'The access token does not have the required scope.',
  404: 'The resource does not exist.',
  409: 'The current state does not allow this.',
  412: 'The resource has changed since.',
  413: 'The body is too large.',
  415: 'The body is not JSON, or is compressed.',
  422: 'Another request has used this Idempotency-Key.',
  429: 'A limit has been reached.',
  500: 'Something went wrong in the service.',
  503: 'The service is temporarily unavailable.',
};

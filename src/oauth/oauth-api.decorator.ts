import {
  Catch,
  Injectable,
  applyDecorators,
  Header,
  HttpCode,
  Post,
  UseFilters,
  type Type,
} from '@nestjs/common';
import { AccountsErrorFilter } from '../http/accounts-error.filter.js';
import { oauthErrorBody } from '../errors/error-body.js';
import { TranslatableError } from '../errors/translatable.error.js';
import type { Violation } from '../errors/form-error.js';
import { ValidationFailedError } from '../errors/validation-failed.error.js';
import type { ErrorCode } from '../errors/error-registry.js';
import { CrossOrigin } from '../http/cross-origin.guard.js';
import { limited, notStored, requestId } from '../http/openapi/header.schemas.js';
import { errorResponses } from '../http/api-endpoint.decorator.js';
import { securitySchemes } from '../http/security.schemes.js';
import {
  ApiBody,
  ApiConsumes,
  ApiOperation,
  ApiResponse,
} from '../http/openapi/swagger.decorators.js';

/** As in RFC 6749 section 5.2, in English: the RFC limits the characters of a description to ASCII. */
@Catch(TranslatableError, ValidationFailedError)
@Injectable()
class OAuthErrorFilter extends AccountsErrorFilter {
  /** Adds the header for HTTP/1.0 caches, which RFC 6749 section 5.1 requires. */
  protected override headersFor(error: unknown, code: ErrorCode) {
    return { ...super.headersFor(error, code), Pragma: 'no-cache' };
  }

  protected override readBody(violation: Violation): object {
    return oauthErrorBody(violation);
  }
}

interface OAuthOperation {
  operationId: string;
  summary: string;
  description: string;
  form: Type;
  examples: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The successful response. Without a type, it is an empty object. */
  success: { description: string; type?: Type };
  errors: readonly ErrorCode[];
  /** Whether only servers call it. Default: pages of all origins may */
  isOfServers?: boolean;
}

const clientErrors: readonly ErrorCode[] = [
  'invalid_request',
  'form_body_required',
  'invalid_client',
  'rate_limited',
  'internal_error',
  'unavailable',
];

export function OAuthEndpoint(path: string, operation: OAuthOperation): MethodDecorator {
  const { operationId, summary, description, success } = operation;
  const examples = Object.entries(operation.examples).map(([name, value]) => [name, { value }]);
  return applyDecorators(
    Post(path),
    HttpCode(200),
    Header('Cache-Control', 'no-store'),
    Header('Pragma', 'no-cache'),
    UseFilters(OAuthErrorFilter),
    ...(operation.isOfServers ? [] : [CrossOrigin()]),
    // The header is optional: a public client sends only its id, and a secret may be in the form.
    ApiOperation({
      operationId,
      summary,
      description,
      security: [{ [securitySchemes.client]: [] }, {}],
    }),
    ApiConsumes('application/x-www-form-urlencoded'),
    ApiBody({ type: operation.form, examples: Object.fromEntries(examples) }),
    ApiResponse({
      status: 200,
      description: success.description,
      headers: { ...notStored, ...requestId, ...limited },
      ...(success.type ? { type: success.type } : { schema: { type: 'object', maxProperties: 0 } }),
    }),
    errorResponses([...clientErrors, ...operation.errors], { isOfClients: true }),
  );
}

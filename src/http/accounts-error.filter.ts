import {
  Catch,
  HttpException,
  Inject,
  Injectable,
  Logger,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { STATUS_CODES } from 'node:http';
import { throwError } from 'rxjs';
import {
  ContentEncodingUnsupportedError,
  type ErrorCode,
  errorCodes,
  InsufficientScopeError,
  MethodNotAllowedError,
  UnexpectedError,
} from '../errors/error-registry.js';
import {
  AuthenticationError,
  TranslatableError,
  type RequiredAccess,
} from '../errors/translatable.error.js';
import type { Language } from '../language/language.js';
import { errorBody, oauthErrorBody, type ErrorBody } from '../errors/error-body.js';
import { presentErrors, type Violation } from '../errors/form-error.js';
import { requestId } from './headers/request-id.js';
import { retryHeaders } from './headers/rate-limit.headers.js';
import { mountedAccountsToken, type MountedAccounts } from './mounted-accounts.js';
import { ValidationFailedError } from '../errors/validation-failed.error.js';
import type { IncomingHeaders } from '../request/incoming-headers.js';
import { getRequest } from '../request/request.js';

interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/**
 * Converts the errors of this module to responses, and leaves foreign errors to the host. Bind it to host routes that
 * call the module or use {@link BearerAuthGuard}. In GraphQL, WebSockets and messages, the body becomes an error of
 * that transport.
 */
@Catch(TranslatableError, ValidationFailedError)
@Injectable()
export class AccountsErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger(AccountsErrorFilter.name);
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    @Inject(mountedAccountsToken)
    protected readonly accounts: Pick<MountedAccounts, 'headers' | 'outages'> &
      Partial<Pick<MountedAccounts, 'resources'>>,
  ) {}

  catch(error: unknown, host: ArgumentsHost): unknown {
    if (host.getType() !== 'http') return this.report(error, host);
    const http = host.switchToHttp();
    const request = http.getRequest();
    const response = http.getResponse();
    const { headers: ours } = this.accounts;
    const { language } = ours.describe(request, response);
    const { status, headers, body } = this.responseTo(error, requestId(request), language);
    ours.set(response, headers);
    this.reply(response, status, body);
    return undefined;
  }

  private report(error: unknown, host: ArgumentsHost): unknown {
    const request = getRequest<IncomingHeaders>(host);
    const language = this.accounts.headers.getLanguage(request);
    const { status, body } = this.responseTo(error, requestId(request), language);
    const { error_description: message = language.say('bad_request') } = body as Partial<ErrorBody>;
    const extensions = { code: graphqlCode(status), status, ...body };
    if (host.getType<string>() === 'graphql') throw new ReportedError(message, extensions);
    const payload = { status: 'error', message, ...body };
    if (host.getType() === 'ws') return emitException(host, payload);
    return throwError(() => payload);
  }

  protected responseTo(error: unknown, id: string, language: Language): ErrorResponse {
    if (error instanceof ValidationFailedError) {
      const headers = { 'Cache-Control': 'no-store' };
      return { status: 400, headers, body: presentErrors(error.errors, language) };
    }
    const foreign = foreignStatus(error);
    if (foreign) {
      const error = foreign < 500 ? 'bad_request' : 'unavailable';
      const body = { error, error_description: language.say(error) };
      return { status: foreign, headers: {}, body };
    }
    const violation = this.readCode(error, id);
    const { status } = errorCodes[violation.code];
    const headers = this.headersFor(error, violation.code);
    return { status, headers, body: this.readBody(violation, language) };
  }

  protected readBody(violation: Violation, language: Language): object {
    return errorBody(violation, language);
  }

  protected readCode(failure: unknown, id: string): Violation {
    const error = failure instanceof UnexpectedError ? failure.cause : failure;
    if (error instanceof TranslatableError) return error;
    const status = getStatus(error);
    const code = codesByStatus[status];
    if (code) return { code };
    if (status >= 400 && status < 500) return { code: 'bad_request' };
    const consequence = `Request ${id} failed, and others may follow.`;
    if (this.accounts.outages.report(error, consequence)) return { code: 'unavailable' };
    this.logger.error(error, `Request ${id} failed`);
    return { code: 'internal_error', params: { requestId: id } };
  }

  protected headersFor(error: unknown, code: ErrorCode): Record<string, string> {
    const { status } = errorCodes[code];
    const headers: Record<string, string> = { 'Cache-Control': 'no-store' };
    if (code === 'invalid_client') headers['WWW-Authenticate'] = 'Basic realm="accounts"';
    else if (isChallenged(code)) headers['WWW-Authenticate'] = this.challenge(error, code);
    if (error instanceof ContentEncodingUnsupportedError) headers['Accept-Encoding'] = 'identity';
    if (error instanceof MethodNotAllowedError) headers.Allow = error.allow.join(', ');
    return { ...headers, ...retryHeaders(error, status) };
  }

  /** Omits the error code if the request presented no token (RFC 6750 section 3). */
  private challenge(error: unknown, code: ErrorCode): string {
    const { scope, resourceMetadata } = this.requiredAccess(error);
    const required =
      (scope === undefined ? '' : `, scope="${scope}"`) +
      (resourceMetadata === undefined ? '' : `, resource_metadata="${resourceMetadata}"`);
    const challenge = 'Bearer realm="accounts"';
    if (code === 'authentication_required') return challenge + required;
    const body = oauthErrorBody({ code });
    return `${challenge}, error="${body.error}", error_description="${body.error_description}"${required}`;
  }

  /** A missing scope also names its resource. Operators' tokens have none. */
  private requiredAccess(error: unknown): RequiredAccess {
    if (error instanceof AuthenticationError) return error.required ?? {};
    if (!(error instanceof InsufficientScopeError) || error.scope === undefined) return {};
    return { scope: error.scope, ...this.accounts.resources?.accessFor(error.scope) };
  }

  protected reply(response: unknown, status: number, body: object | string): void {
    const adapter = this.adapterHost.httpAdapter;
    if (adapter.isHeadersSent(response)) return;
    adapter.reply(response, body, status);
  }
}

/**
 * A GraphQL error with extensions. Outside production Apollo also sends the stack, so the stack is only the message.
 */
class ReportedError extends Error {
  override readonly stack: string;

  constructor(
    message: string,
    readonly extensions: Readonly<Record<string, unknown>>,
  ) {
    super(message);
    this.stack = message;
  }
}

/** The status as Apollo and Nest name it, such as `NOT_FOUND`. */
function graphqlCode(status: number): string | undefined {
  if (status === 401) return 'UNAUTHENTICATED';
  return STATUS_CODES[status]?.replace(/\W+/g, '_').toUpperCase();
}

interface SocketClient {
  readonly readyState?: number;
  send(text: string): void;
  emit(event: string, payload: object): void;
}

/** Emits the same event as Nest for a `WsException`. Acknowledges the message if a socket.io client asked for it. */
function emitException(host: ArgumentsHost, payload: object): void {
  const socket = host.switchToWs();
  const pattern = socket.getPattern();
  const [client, data, acknowledge] = host.getArgs<[SocketClient, unknown, unknown]>();
  const emit = (cause: object) => {
    const exception = { ...payload, cause };
    if (client.readyState === undefined) client.emit('exception', exception);
    else client.send(JSON.stringify({ event: 'exception', data: exception }));
    if (typeof acknowledge === 'function') acknowledge(exception);
  };
  try {
    emit({ pattern, data });
  } catch (error) {
    // Deeply nested data can be parsed, but serializing it overflows the stack.
    if (!(error instanceof RangeError)) throw error;
    emit({ pattern });
  }
}

/** Whether a response asks for a token. A page without a session asks its user to sign in instead. */
function isChallenged(code: ErrorCode): boolean {
  if (code === 'session_required') return false;
  const { status } = errorCodes[code];
  return status === 401 || code === 'token_conflict' || code === 'insufficient_scope';
}

const codesByStatus: Readonly<Record<number, ErrorCode>> = {
  400: 'bad_request',
  401: 'authentication_required',
  403: 'access_denied',
  404: 'not_found',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  503: 'unavailable',
};

/**
 * The status of an error from Nest, a body parser or the router. Any other error with a status is an internal failure.
 */
function getStatus(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  if (!(error instanceof Error)) return 500;
  const { expose, code, status, statusCode = status } = error as HttpError;
  // The client hung up while Fastify was sending a file.
  if (code === 'ERR_STREAM_PREMATURE_CLOSE') return 400;
  const isHttpError = expose === true || error instanceof URIError || code?.startsWith?.('FST_');
  return isHttpError && typeof statusCode === 'number' ? statusCode : 500;
}

interface HttpError extends Error {
  /** Set by http-errors: whether the client may see the message. */
  expose?: boolean;
  code?: string;
  status?: unknown;
  statusCode?: unknown;
}

function foreignStatus(error: unknown): number | undefined {
  if (!(error instanceof HttpException)) return undefined;
  const status = error.getStatus();
  return status in codesByStatus || status === 500 ? undefined : status;
}

import {
  applyDecorators,
  Controller,
  HttpCode,
  Inject,
  Injectable,
  NotFoundException,
  Options,
  Req,
  Res,
  UseGuards,
  VERSION_NEUTRAL,
  type CanActivate,
  type ExecutionContext,
  type Type,
} from '@nestjs/common';
import { HttpAdapterHost, Reflector } from '@nestjs/core';
import type { IncomingHeaders } from '../request/incoming-headers.js';
import { getHttpRequest, getHttpResponse } from '../request/request.js';
import { ResponseHeaders } from './headers/response-headers.js';
import { ApiExcludeController } from './openapi/swagger.decorators.js';
import { listPaths } from './urls/mounted-controller.js';

/** The injection token of the option `cors`. */
export const corsToken = Symbol('ACCOUNTS_CORS');

const isShared = Reflector.createDecorator<void>();

/** Response headers that pages of other origins may read, in addition to those that the Fetch standard allows. */
export const exposedHeaders = [
  ...['ETag', 'RateLimit', 'RateLimit-Policy', 'X-Rate-Limit-Reset', 'Retry-After'],
  ...['WWW-Authenticate', 'X-Request-Id', 'Content-Version', 'Location'],
].join(', ');

/** For requests with a header that a form cannot have. Browsers ask once in two hours. */
export const preflightHeaders = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, DELETE',
  'Access-Control-Allow-Headers': [
    ...['Authorization', 'Content-Type', 'Accept-Version', 'Accept-Language', 'Idempotency-Key'],
    ...['If-Match', 'If-None-Match', 'X-Request-Id', 'traceparent', 'tracestate'],
    'MCP-Protocol-Version',
  ].join(', '),
  'Access-Control-Max-Age': '7200',
};

/**
 * Lets pages of all origins read the responses of routes that accept a token but no cookie. A host's own CORS wins. It
 * is a guard because only the first guard sees every request, even those that another guard refuses.
 */
@Injectable()
export class CrossOriginGuard implements CanActivate {
  constructor(
    @Inject(corsToken) private readonly isOn: boolean,
    private readonly adapterHost: HttpAdapterHost,
    private readonly headers: ResponseHeaders,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    this.share(getHttpRequest(context), getHttpResponse(context));
    return true;
  }

  /** Allows the request that the page will send next. */
  allow(request: IncomingHeaders, response: unknown): void {
    this.share(request, response, preflightHeaders);
  }

  private share(
    { headers }: IncomingHeaders,
    response: unknown,
    also: Readonly<Record<string, string>> = {},
  ): void {
    if (headers.origin === undefined) return;
    this.open(response, { 'Access-Control-Expose-Headers': exposedHeaders, ...also });
  }

  protected open(response: unknown, also: Readonly<Record<string, string>> = {}): void {
    if (!this.isOn) return;
    if (this.adapterHost.httpAdapter.getHeader(response, 'Access-Control-Allow-Origin')) return;
    this.headers.set(response, { 'Access-Control-Allow-Origin': '*', ...also });
  }
}

/** Lets pages of all origins read a document. The header does not depend on the request, because caches share it. */
@Injectable()
export class PublicDocumentGuard extends CrossOriginGuard {
  override canActivate(context: ExecutionContext): boolean {
    this.open(getHttpResponse(context));
    return true;
  }
}

/** Opens a route to pages of all origins. */
export const CrossOrigin = () => applyDecorators(isShared(), UseGuards(CrossOriginGuard));

/** Opens a document to pages of all origins. */
export const PublicDocument = () => applyDecorators(isShared(), UseGuards(PublicDocumentGuard));

/** Creates the controller for the preflight requests of routes with {@link CrossOrigin} or {@link PublicDocument}. */
export function createPreflights(controllers: readonly Type[]): Type {
  const paths = controllers.flatMap((each) =>
    listPaths(each, (handler) =>
      [handler, each].some((target) => Reflect.hasMetadata(isShared.KEY, target)),
    ),
  );
  return createPreflightController(paths, CrossOriginGuard);
}

/** A guard that lets pages of other origins use routes. */
interface PreflightGuard {
  allow(request: IncomingHeaders, response: unknown): void;
}

/** Creates a controller that responds to the preflight requests of these paths as the guard decides. */
export function createPreflightController(
  paths: readonly string[],
  guardType: Type<PreflightGuard>,
): Type {
  @ApiExcludeController()
  @Controller({ version: VERSION_NEUTRAL })
  class PreflightController {
    constructor(@Inject(guardType) private readonly guard: PreflightGuard) {}

    @Options([...new Set(paths)])
    @HttpCode(204)
    answer(@Req() request: IncomingHeaders, @Res({ passthrough: true }) response: unknown): void {
      if (request.headers['access-control-request-method'] === undefined) {
        throw new NotFoundException();
      }
      this.guard.allow(request, response);
    }
  }
  return PreflightController;
}

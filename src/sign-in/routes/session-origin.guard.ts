import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { corsToken, exposedHeaders, preflightHeaders } from '../../http/cross-origin.guard.js';
import { ResponseHeaders, varying } from '../../http/headers/response-headers.js';
import type { OriginRequest } from '../../http/mounted-accounts.js';
import { AllowedOrigins } from '../allowed-origins.js';

/**
 * Lets only pages on allowed origins use the session routes with cookies. A host's own CORS takes precedence. The guard
 * runs first, so that such a page can read every refusal.
 */
@Injectable()
export class SessionOriginGuard implements CanActivate {
  constructor(
    @Inject(corsToken) private readonly isOn: boolean,
    private readonly origins: AllowedOrigins,
    private readonly adapterHost: HttpAdapterHost,
    private readonly headers: ResponseHeaders,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const http = context.switchToHttp();
    const request = http.getRequest<OriginRequest>();
    this.share(request, http.getResponse());
    this.origins.assert(request);
    return true;
  }

  /** Allows the request with cookies that the page sends after its preflight. */
  allow(request: OriginRequest, response: unknown): void {
    this.share(request, response, preflightHeaders);
  }

  private share(
    { headers: { origin } }: OriginRequest,
    response: unknown,
    more: Readonly<Record<string, string>> = {},
  ): void {
    const adapter = this.adapterHost.httpAdapter;
    if (!this.isOn || adapter.getHeader(response, 'Access-Control-Allow-Origin')) return;
    this.headers.set(response, { Vary: varying(adapter.getHeader(response, 'Vary'), 'Origin') });
    if (!this.origins.includes(origin)) return;
    this.headers.set(response, {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Credentials': 'true',
      'Access-Control-Expose-Headers': exposedHeaders,
      ...more,
    });
  }
}

import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { corsToken, exposedHeaders, preflightHeaders } from '../http/cross-origin.guard.js';
import { ResponseHeaders, varying } from '../http/headers/response-headers.js';
import type { OriginRequest } from '../http/mounted-accounts.js';
import { AllowedOrigins } from './allowed-origins.js';

/**
 * Lets pages of the allowed origins, and of no other origin, use the session routes with cookies. A host's own CORS
 * wins. It is the first guard, so that such a page can read every refusal.
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

  /** Allows a request with cookies that the page will send next. */
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

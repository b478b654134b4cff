import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { startDeadline } from '../../access/authentication/request-deadline.js';
import { PasswordHasher } from '../../access/passwords/password-hasher.js';
import { wrapUnexpected } from '../../errors/host-error.js';
import type { CookieRequest } from '../../http/cookies.js';
import { rememberPrincipal } from '../../principals/principal.js';
import { routeMetadata } from '../../request/route-metadata.js';
import { assertSignedIn, rememberBrowser } from '../browser.js';
import { BrowsersService } from '../browsers.service.js';
import { toPrincipal } from '../host-sessions.js';

/** Opens a session route to browsers that are not signed in. */
export const OpenToSignedOut = Reflector.createDecorator<void>();

/** Finds the browser of a request. Requires a session, except on routes with {@link OpenToSignedOut}. */
@Injectable()
export class BrowserGuard implements CanActivate {
  constructor(
    private readonly browsers: BrowsersService,
    private readonly hasher: PasswordHasher,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<CookieRequest>();
    startDeadline(request, this.hasher);
    const browser = await this.browsers.read(request).catch(wrapUnexpected);
    rememberBrowser(request, browser);
    const { account, session } = browser;
    if (account && session) rememberPrincipal(request, toPrincipal(account, session));
    const targets = [context.getHandler(), context.getClass()];
    const isOpen = routeMetadata.getAllAndOverride(OpenToSignedOut, targets) !== undefined;
    if (!isOpen) assertSignedIn(browser);
    return true;
  }
}

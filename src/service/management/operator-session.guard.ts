import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { SignInRequiredError } from '../../console/shell/browser/console.errors.js';
import { wrapUnexpected } from '../../errors/host-error.js';
import { OperatorAssetsController } from '../../operator-pages/shell/operator-assets.controller.js';
import { readCookie } from '../../operator-pages/shell/operator-cookies.js';
import type { PageRequest } from '../../operator-pages/shell/operator-page.writer.js';
import { toSitePath } from '../../operator-pages/shell/operator-site.js';
import { operatorSessionSlot } from '../../operator-pages/shell/operator-visitor.js';
import { KnownTokens } from './known-tokens.js';
import { tokenOperator } from './management-token.guard.js';
import { OperatorSessionsRepository } from './operator-sessions.repository.js';

/** Accepts sessions whose token is still in the settings. The style sheet, script and icon require no session. */
@Injectable()
export class OperatorSessionGuard implements CanActivate {
  constructor(
    private readonly sessions: OperatorSessionsRepository,
    private readonly tokens: KnownTokens,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getClass().prototype instanceof OperatorAssetsController) return true;
    const request = context.switchToHttp().getRequest<PageRequest>();
    const cookie = readCookie(request, 'operator') ?? '';
    const digest = await this.sessions.find(cookie).catch(wrapUnexpected);
    const known = digest && this.tokens.findDigest(digest);
    if (known?.operator === undefined) throw new SignInRequiredError(toSitePath(request.url));
    tokenOperator.set(request, known.operator);
    operatorSessionSlot.set(request, { readsOnly: known.opens !== 'everything' });
    return true;
  }
}

import { Get, Ip, Post, Query, UseGuards } from '@nestjs/common';
import { countFailedAuthentication } from '../../access/authentication/failed-authentication.js';
import { render } from '../../console/shell/browser/page-response.js';
import { InvalidTokenError } from '../../errors/error-registry.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { RateLimitsService } from '../../limits/rate-limits.service.js';
import { OperatorPageGuard } from '../../operator-pages/shell/operator-page.guard.js';
import { goTo } from '../../operator-pages/shell/operator-page-response.js';
import { OperatorPages } from '../../operator-pages/shell/operator-pages.decorator.js';
import { isSitePath, operatorHome } from '../../operator-pages/shell/operator-site.js';
import {
  CurrentOperatorVisitor,
  type OperatorVisitor,
} from '../../operator-pages/shell/operator-visitor.js';
import { runOrShowAgain } from '../../operator-pages/shell/page-forms.js';
import { KnownTokens } from './known-tokens.js';
import { ReadsSession } from './management-token.guard.js';
import { OperatorSessionsRepository } from './operator-sessions.repository.js';
import { OperatorSignInPage } from './operator-sign-in.page.js';

/** Signs operators in with a token of `OPERATOR_TOKENS`, and out. */
@OperatorPages()
@ReadsSession()
@UseGuards(OperatorPageGuard)
export class OperatorSignInController {
  constructor(
    private readonly tokens: KnownTokens,
    private readonly sessions: OperatorSessionsRepository,
    private readonly limits: RateLimitsService,
  ) {}

  @Get('sign-in')
  page(@Query('return_to') returnTo: unknown) {
    return render(<OperatorSignInPage form={{ values: {} }} returnTo={readReturnTo(returnTo)} />);
  }

  @Post('sign-in')
  signIn(@FormBody() form: FormParameters, @Ip() ip: string) {
    const returnTo = readReturnTo(form.return_to);
    return runOrShowAgain(
      form,
      (refused) => <OperatorSignInPage form={refused} returnTo={returnTo} />,
      async () => {
        const digest = await this.verify(form.token?.trim() ?? '', ip);
        return goTo(returnTo ?? operatorHome, undefined, await this.sessions.create(digest));
      },
    );
  }

  @Post('sign-out')
  async signOut(@CurrentOperatorVisitor() { token }: OperatorVisitor) {
    await this.sessions.end(token);
    return goTo('/sign-in', undefined, null);
  }

  /**
   * Returns the digest of an operator's token. The audit trail needs a name, so the other tokens of the port start no
   * session.
   *
   * @throws InvalidTokenError, and RateLimitedError after too many wrong tokens
   */
  private async verify(token: string, ip: string): Promise<Uint8Array<ArrayBuffer>> {
    const known = this.tokens.find(token);
    if (known?.operator !== undefined) return known.digest;
    const error = new InvalidTokenError();
    await countFailedAuthentication(this.limits, error, ip, token !== '');
    throw error;
  }
}

function readReturnTo(text: unknown): string | undefined {
  return typeof text === 'string' && isSitePath(text) ? text : undefined;
}

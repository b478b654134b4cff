import { Get, Post, Req } from '@nestjs/common';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { LogoutsService, type LogoutRequest } from '../../oauth/openid/logouts.service.js';
import { BrowserSignInService } from '../../sign-in/browser-sign-in.service.js';
import { getSession } from '../../sign-in/browser.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { toDestination, toSource } from '../shell/forms/form-targets.js';
import { redirect, redirectTo, render, type Redirect } from '../shell/browser/page-response.js';
import { FormsOfClients, OpenToAll } from '../shell/browser/page.guard.js';
import { CurrentVisitor, type PageVisitor } from '../shell/browser/visitor.js';
import { withoutCsrfFields } from '../shell/components/form.js';
import { LogoutPage, SignedOutPage } from './logout.page.js';

/** Signs users out at the request of an application (OpenID Connect RP-Initiated Logout 1.0). */
@ConsolePages('oauth/logout')
@FormsOfClients()
@OpenToAll()
export class LogoutController {
  constructor(
    private readonly logouts: LogoutsService,
    private readonly signIns: BrowserSignInService,
  ) {}

  /** Asks the user first, unless the application proves that the user signed in to it in this session. */
  @Get()
  async ask(@Req() { url }: { url: string }, @CurrentVisitor() visitor: PageVisitor) {
    const entries = new URLSearchParams(/\?(.*)$/.exec(url)?.[1]);
    const session = getSession(visitor);
    const request = await this.logouts.read(entries, session);
    const { client, destination, isProven, parameters } = request;
    if (isProven) return this.signOut(request, visitor);
    const formTargets = destination === undefined ? [] : [toSource(destination)];
    const to = destination === undefined ? undefined : toDestination(destination);
    if (session) {
      const page = <LogoutPage application={client?.name} destination={to} {...{ parameters }} />;
      return render(page, { formTargets });
    }
    if (destination === undefined || to === undefined) return toSignIn();
    return render(<SignedOutPage destination={to} url={destination} />);
  }

  @Post()
  async answer(@CurrentVisitor() visitor: PageVisitor, @FormBody() form: FormParameters) {
    const entries = withoutCsrfFields(form);
    return this.signOut(await this.logouts.read(entries), visitor);
  }

  private async signOut({ destination }: LogoutRequest, visitor: PageVisitor): Promise<Redirect> {
    if (!getSession(visitor))
      return destination === undefined ? toSignIn() : redirectTo(destination);
    await this.signIns.end(visitor);
    const change = { token: null, reader: null };
    if (destination !== undefined) return redirectTo(destination, undefined, change);
    return toSignIn(change);
  }
}

function toSignIn(change?: Pick<Redirect, 'token' | 'reader'>): Redirect {
  return redirect('/console/sign-in', 'notice.signed_out', { ...change, keptMs: 0 });
}

import { Get, Post, Query, Req } from '@nestjs/common';
import { FactorsService } from '../../factors/factors.service.js';
import { PasskeysService } from '../../factors/passkeys.service.js';
import { SignInService } from '../../accounts/sign-in.service.js';
import type { Requester } from '../../request/requester.js';
import type { Account } from '../../database/records.js';
import { SignInExpiredError } from '../../errors/error-registry.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import { ConsoleCookies } from '../shell/browser/console-cookies.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { toRefusal, type FormRefusal } from '../shell/browser/form-refusal.js';
import { OpenToAll } from '../shell/browser/page.guard.js';
import {
  redirect,
  render,
  type Redirect,
  type RenderedPage,
} from '../shell/browser/page-response.js';
import { RelyingParties } from '../shell/browser/relying-parties.js';
import { safeReturnTo } from '../shell/browser/return-to.js';
import { SessionStart, type SignInRequest } from './session-start.js';
import { CurrentVisitor, VisitorRequester, type Visitor } from '../shell/browser/visitor.js';
import { withReturnTo } from '../shell/components/return-to.js';
import { SecondStepPage } from './second-step.page.js';
import type { FormState } from '../shell/rendering/page.js';

/** The forms of the page. */
type FormOfStep = 'form' | 'passkeyForm';

/** The second step of signing in. */
@ConsolePages('console/second-step')
@OpenToAll()
export class SecondStepController {
  constructor(
    private readonly signIns: SignInService,
    private readonly factors: FactorsService,
    private readonly passkeys: PasskeysService,
    private readonly sites: RelyingParties,
    private readonly cookies: ConsoleCookies,
    private readonly start: SessionStart,
    private readonly address: PublicUrl,
  ) {}

  @Get()
  async page(
    @Req() request: SignInRequest,
    @CurrentVisitor() visitor: Visitor,
    @Query('return_to') asked: unknown,
  ): Promise<RenderedPage | Redirect> {
    const returnTo = safeReturnTo(asked, this.address);
    const isPending = this.cookies.pendingSignIn(request, visitor) !== undefined;
    if (!isPending && visitor.account) return this.start.redirectAfterSignIn(returnTo);
    if (!isPending) return redirect(this.signInPath(returnTo));
    return this.show(request, visitor, returnTo, {}).catch((error: unknown) =>
      this.refused(error, request, visitor, returnTo, 'form'),
    );
  }

  @Post()
  verify(
    @Req() request: SignInRequest,
    @CurrentVisitor() visitor: Visitor,
    @VisitorRequester() requester: Requester,
    @FormBody() { code = '', return_to }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    const returnTo = safeReturnTo(return_to, this.address);
    return this.finish(request, visitor, requester, returnTo, 'form', (pending) =>
      this.signIns.verifySecondFactor(pending, code, requester),
    );
  }

  @Post('passkey')
  verifyPasskey(
    @Req() request: SignInRequest,
    @CurrentVisitor() visitor: Visitor,
    @VisitorRequester() requester: Requester,
    @FormBody() { passkey = '', return_to }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    const returnTo = safeReturnTo(return_to, this.address);
    const site = this.sites.existing(visitor);
    return this.finish(request, visitor, requester, returnTo, 'passkeyForm', (pending) =>
      this.signIns.verifyPasskey(pending, passkey, site, requester),
    );
  }

  /** @param name the form to show again if it is refused */
  private async finish(
    request: SignInRequest,
    visitor: Visitor,
    requester: Requester,
    returnTo: string | undefined,
    name: FormOfStep,
    verify: (pending: string) => Promise<Account>,
  ): Promise<RenderedPage | Redirect> {
    try {
      const account = await verify(this.pendingSignIn(request, visitor));
      return await this.start.begin(account, request, visitor, requester, returnTo);
    } catch (error) {
      return this.refused(error, request, visitor, returnTo, name);
    }
  }

  private async refused(
    error: unknown,
    request: SignInRequest,
    visitor: Visitor,
    returnTo: string | undefined,
    name: FormOfStep,
  ): Promise<RenderedPage | Redirect> {
    const again = this.start.restartSignIn(error, returnTo);
    if (again) return again;
    const refusal = toRefusal(error, {}, visitor.language);
    return this.show(request, visitor, returnTo, { [name]: refusal.form }, refusal);
  }

  private async show(
    request: SignInRequest,
    visitor: Visitor,
    returnTo: string | undefined,
    { form = { values: {} }, passkeyForm }: Partial<Record<FormOfStep, FormState>>,
    { status, headers }: Partial<Pick<FormRefusal, 'status' | 'headers'>> = {},
  ): Promise<RenderedPage> {
    const { id, email } = await this.signIns.findAccount(this.pendingSignIn(request, visitor));
    const methods = await this.factors.methods(id);
    const site = methods.includes('passkey') ? this.sites.of(visitor) : undefined;
    const passkeys = site && (await this.passkeys.requestOptions(site, id));
    const hasApp = methods.includes('totp');
    const page = <SecondStepPage {...{ form, email, returnTo, hasApp, passkeys, passkeyForm }} />;
    return render(page, { status, headers });
  }

  /** @throws SignInExpiredError */
  private pendingSignIn(request: SignInRequest, visitor: Visitor): string {
    const pending = this.cookies.pendingSignIn(request, visitor);
    if (pending === undefined) throw new SignInExpiredError();
    return pending;
  }

  private signInPath(returnTo: string | undefined): string {
    return this.address.path(withReturnTo('/console/sign-in', returnTo));
  }
}

import { Get, Post, Query } from '@nestjs/common';
import { FactorsService } from '../../factors/factors.service.js';
import { PasskeysService } from '../../factors/passkeys.service.js';
import { SessionsService } from '../../access/sessions/sessions.service.js';
import { SignInService } from '../../accounts/sign-in.service.js';
import type { Proof } from '../../changes/proof.js';
import type { Requester } from '../../request/requester.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { toRefusal, type FormRefusal } from '../shell/browser/form-refusal.js';
import {
  redirect,
  render,
  type Redirect,
  type RenderedPage,
} from '../shell/browser/page-response.js';
import { RelyingParties } from '../shell/browser/relying-parties.js';
import { safeReturnTo } from '../shell/browser/return-to.js';
import { SessionStart } from './session-start.js';
import {
  CurrentVisitor,
  VisitorRequester,
  type SignedInVisitor,
} from '../shell/browser/visitor.js';
import { ConfirmPage } from './confirm.page.js';
import type { FormState } from '../shell/rendering/page.js';

/** Asks a signed-in user to confirm their identity. */
@ConsolePages('console/confirm')
export class ConfirmController {
  constructor(
    private readonly signIns: SignInService,
    private readonly factors: FactorsService,
    private readonly passkeys: PasskeysService,
    private readonly sites: RelyingParties,
    private readonly sessions: SessionsService,
    private readonly start: SessionStart,
    private readonly address: PublicUrl,
  ) {}

  @Get()
  page(
    @CurrentVisitor() visitor: SignedInVisitor,
    @Query('return_to') asked: unknown,
  ): Promise<RenderedPage> {
    return this.show(visitor, asked);
  }

  @Post()
  confirm(
    @CurrentVisitor() visitor: SignedInVisitor,
    @VisitorRequester() requester: Requester,
    @FormBody() { password, code, return_to: asked }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    return this.finish(visitor, asked, 'form', () =>
      this.signIns.confirm(visitor.account, { password, code }, requester),
    );
  }

  @Post('passkey')
  confirmWithPasskey(
    @CurrentVisitor() visitor: SignedInVisitor,
    @VisitorRequester() requester: Requester,
    @FormBody() { passkey = '', return_to: asked }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    const site = this.sites.existing(visitor);
    return this.finish(visitor, asked, 'passkeyForm', async () => {
      await this.passkeys.verify(passkey, site, requester, visitor.account.id);
      return { shown: 'factor', requester };
    });
  }

  /** @param name the form to show again if it is refused */
  private async finish(
    visitor: SignedInVisitor,
    asked: string | undefined,
    name: 'form' | 'passkeyForm',
    confirm: () => Promise<Proof>,
  ): Promise<RenderedPage | Redirect> {
    try {
      const token = await this.sessions.confirm(visitor.session, await confirm());
      const { location } = this.start.redirectAfterSignIn(safeReturnTo(asked, this.address));
      // If the session has ended, the target page asks the visitor to sign in.
      return token ? { ...redirect(location, 'notice.confirmed'), token } : redirect(location);
    } catch (error) {
      const refusal = toRefusal(error, {}, visitor.language);
      return this.show(visitor, asked, { [name]: refusal.form }, refusal);
    }
  }

  private async show(
    visitor: SignedInVisitor,
    asked: unknown,
    { form = { values: {} }, passkeyForm }: { form?: FormState; passkeyForm?: FormState } = {},
    refusal?: FormRefusal,
  ): Promise<RenderedPage> {
    const { id } = visitor.account;
    const methods = await this.factors.methods(id);
    const site = methods.includes('passkey') ? this.sites.of(visitor) : undefined;
    const passkeys = site && (await this.passkeys.requestOptions(site, id));
    const returnTo = safeReturnTo(asked, this.address);
    const page = <ConfirmPage {...{ form, methods, passkeys, passkeyForm, returnTo }} />;
    return render(page, { status: refusal?.status, headers: refusal?.headers });
  }
}

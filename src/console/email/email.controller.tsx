import { Get, Post, Query, Req } from '@nestjs/common';
import { FactorsService } from '../../factors/factors.service.js';
import { PasskeysService } from '../../factors/passkeys.service.js';
import { accountKey } from '../../access/rate-limits/rate-limit-keys.js';
import { isConfirmed } from '../../access/sessions/sessions.service.js';
import { SignInService } from '../../accounts/sign-in.service.js';
import type { ByVisitor, Requester } from '../../request/requester.js';
import type { Account } from '../../database/records.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import { AuthorizationsService } from '../../oauth/authorizations.service.js';
import { RateLimitsService } from '../../limits/rate-limits.service.js';
import { ConfirmedSignUpService } from '../../email-flows/confirmed-sign-up.service.js';
import { EmailAdoptionService } from '../../email-flows/email-adoption.service.js';
import { EmailRestorationService } from '../../email-flows/email-restoration.service.js';
import { EmailVerificationService } from '../../email-flows/email-verification.service.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { toRefusal, type FormRefusal } from '../shell/browser/form-refusal.js';
import { findFormTargets } from '../shell/browser/form-targets.js';
import { orInvalidLink } from '../shell/browser/invalid-link.js';
import {
  redirect,
  render,
  type Redirect,
  type RenderedPage,
} from '../shell/browser/page-response.js';
import { OpenToAll } from '../shell/browser/page.guard.js';
import { RelyingParties } from '../shell/browser/relying-parties.js';
import { SessionStart, type SignInRequest } from '../sign-in/session-start.js';
import {
  CurrentVisitor,
  VisitorRequester,
  type SignedInVisitor,
  type Visitor,
} from '../shell/browser/visitor.js';
import { ConfirmSignUpPage, type ConfirmSignUpProps } from './confirm-sign-up.page.js';
import { AdoptEmailPage } from './adopt-email.page.js';
import { EmailPage } from './email.page.js';
import type { FormState } from '../shell/rendering/page.js';

const account = '/console/account';
const signUp = '/console/sign-up';
const empty: FormState = { values: {} };

/** The pages behind mail links: they verify an address, adopt one, undo changes and confirm sign-ups. */
@ConsolePages('console')
export class EmailPagesController {
  constructor(
    private readonly verification: EmailVerificationService,
    private readonly restoration: EmailRestorationService,
    private readonly adoption: EmailAdoptionService,
    private readonly signUps: ConfirmedSignUpService,
    private readonly signIns: SignInService,
    private readonly factors: FactorsService,
    private readonly passkeys: PasskeysService,
    private readonly sites: RelyingParties,
    private readonly limits: RateLimitsService,
    private readonly start: SessionStart,
    private readonly authorizations: AuthorizationsService,
    private readonly address: PublicUrl,
  ) {}

  @Post('account/verify-email')
  async request(@CurrentVisitor() { account: own }: SignedInVisitor): Promise<Redirect> {
    await this.limits.consume('accounts.verify', accountKey(own.id));
    await this.verification.request(own);
    return redirect(this.address.path(account), 'notice.verification_sent');
  }

  @Get('verify-email')
  @OpenToAll()
  verifyPage(
    @CurrentVisitor() visitor: Visitor,
    @Query('token') token: unknown,
  ): Promise<RenderedPage> {
    return this.showVerify(String(token), visitor);
  }

  @Post('verify-email')
  @OpenToAll()
  verify(
    @CurrentVisitor() visitor: Visitor,
    @VisitorRequester() requester: ByVisitor,
    @FormBody() { token = '', password = '', code = '' }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    return orInvalidLink(account, async () => {
      try {
        await this.verification.verify(token, { password, code }, confirmedId(visitor), requester);
      } catch (error) {
        return this.showVerify(token, visitor, toRefusal(error, {}, visitor.language));
      }
      const next = visitor.account ? account : '/console/sign-in';
      return redirect(this.address.path(next), 'notice.email_verified');
    });
  }

  @Get('adopt-email')
  @OpenToAll()
  adoptPage(@Query('token') token: unknown): Promise<RenderedPage> {
    return this.showAdopt(String(token));
  }

  @Post('adopt-email')
  @OpenToAll()
  adopt(
    @CurrentVisitor() { account: own, language }: Visitor,
    @VisitorRequester() requester: Requester,
    @FormBody() { token = '' }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    return orInvalidLink(account, async () => {
      try {
        await this.adoption.adopt(token, requester);
      } catch (error) {
        return this.showAdopt(token, toRefusal(error, {}, language));
      }
      const next = own ? account : '/console/sign-in';
      return redirect(this.address.path(next), 'notice.account_saved');
    });
  }

  @Get('confirm-sign-up')
  @OpenToAll()
  confirmPage(
    @CurrentVisitor() { form }: Visitor,
    @Query('token') token: unknown,
  ): Promise<RenderedPage> {
    const again = form?.name === undefined ? undefined : { values: form };
    return this.showConfirm(String(token), { form: empty, again });
  }

  @Post('confirm-sign-up')
  @OpenToAll()
  confirm(
    @Req() request: SignInRequest,
    @CurrentVisitor() visitor: Visitor,
    @VisitorRequester() requester: Requester,
    @FormBody() { token = '', password = '' }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    return orInvalidLink(signUp, async () => {
      try {
        const confirmed = await this.signUps.confirm(token, password, requester);
        return await this.begin(confirmed, request, visitor, requester);
      } catch (error) {
        const { form, ...response } = toRefusal(error, {}, visitor.language);
        return this.showConfirm(token, { form, again: empty }, response);
      }
    });
  }

  @Post('sign-up-again')
  @OpenToAll()
  again(
    @Req() request: SignInRequest,
    @CurrentVisitor() visitor: Visitor,
    @VisitorRequester() requester: Requester,
    @FormBody() { token = '', name = '', password = '' }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    return orInvalidLink(signUp, async () => {
      try {
        const input = { name, password, language_code: visitor.language.code };
        const confirmed = await this.signUps.restart(token, input, requester);
        return await this.begin(confirmed, request, visitor, requester);
      } catch (error) {
        const { form, ...response } = toRefusal(error, { name }, visitor.language);
        return this.showConfirm(token, { form: empty, again: form }, response);
      }
    });
  }

  @Get('restore-email')
  @OpenToAll()
  restorePage(
    @CurrentVisitor() visitor: Visitor,
    @Query('token') token: unknown,
  ): Promise<RenderedPage> {
    return this.showRestore(String(token), visitor);
  }

  @Post('restore-email')
  @OpenToAll()
  restore(
    @CurrentVisitor() visitor: Visitor,
    @VisitorRequester() requester: Requester,
    @FormBody() { token = '', code = '', passkey, release }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    return orInvalidLink(account, async () => {
      if (release === 'true') {
        await this.restoration.release(token, requester);
        const next = visitor.account ? account : '/console/sign-in';
        return redirect(this.address.path(next), 'notice.account_saved');
      }
      try {
        const useFactor = (owner: Account) =>
          passkey === undefined
            ? this.factors.verify(owner, code, requester)
            : this.passkeys.verify(passkey, this.sites.existing(visitor), requester, owner.id);
        const { undone, reset } = await this.restoration.restore(token, useFactor, requester);
        const path = this.address.path(`/console/reset-password?token=${reset}`);
        return redirect(path, notices[undone], { token: null, reader: null });
      } catch (error) {
        const name = passkey === undefined ? 'form' : 'passkeyForm';
        return this.showRestore(token, visitor, toRefusal(error, {}, visitor.language), name);
      }
    });
  }

  private async begin(
    { account: created, returnTo }: { account: Account; returnTo?: string | undefined },
    request: SignInRequest,
    visitor: Visitor,
    requester: Requester,
  ): Promise<Redirect> {
    const result = await this.signIns.afterPassword(created);
    return this.start.continueSignIn(result, request, visitor, requester, returnTo);
  }

  private showConfirm(
    token: string,
    forms: Pick<ConfirmSignUpProps, 'form' | 'again'>,
    response?: Omit<FormRefusal, 'form'>,
  ): Promise<RenderedPage> {
    return orInvalidLink(signUp, async () => {
      const { email, returnTo } = await this.signUps.findSubject(token);
      const formTargets = await findFormTargets(returnTo, this.authorizations);
      const page = <ConfirmSignUpPage token={token} email={email} {...forms} />;
      return render(page, { ...response, formTargets });
    });
  }

  private showVerify(
    token: string,
    visitor: Visitor,
    refusal?: FormRefusal,
  ): Promise<RenderedPage> {
    return orInvalidLink(account, async () => {
      const owner = await this.verification.findAccount(token);
      const factor = (await this.verification.hasFactor(owner)) ? (['code'] as const) : [];
      const fields = confirmedId(visitor) === owner.id ? [] : (['password', ...factor] as const);
      const form = refusal?.form ?? empty;
      return render(
        <EmailPage action="verify" email={owner.email} {...{ token, fields, form }} />,
        refusal,
      );
    });
  }

  private showAdopt(token: string, refusal?: FormRefusal): Promise<RenderedPage> {
    return orInvalidLink(account, async () => {
      const { account: owner, pending } = await this.adoption.findSubject(token);
      const form = refusal?.form ?? empty;
      const page = <AdoptEmailPage email={owner.email} {...{ token, pending, form }} />;
      return render(page, refusal);
    });
  }

  private showRestore(
    token: string,
    visitor: Visitor,
    refusal?: FormRefusal,
    refused: 'form' | 'passkeyForm' = 'form',
  ): Promise<RenderedPage> {
    return orInvalidLink(account, async () => {
      const { account: owner, email, undoes } = await this.restoration.findSubject(token);
      const asks = await this.restoration.asksForFactor(owner);
      const methods = asks ? await this.factors.methods(owner.id) : [];
      const site = methods.includes('passkey') ? this.sites.of(visitor) : undefined;
      const passkeys = site && (await this.passkeys.requestOptions(site, owner.id));
      const fields = asks ? (['code'] as const) : [];
      const forms = { form: empty, ...(refusal && { [refused]: refusal.form }) };
      const page = <EmailPage action={undoes} {...{ token, email, fields, passkeys, ...forms }} />;
      return render(page, refusal && { status: refusal.status, headers: refusal.headers });
    });
  }
}

const notices = {
  'email-changed': 'notice.email_restored',
  'factor-added': 'notice.app_removed',
  'passkey-added': 'notice.passkey_removed',
} as const;

/** Returns the id of the signed-in account, if its user has signed in or confirmed in the last ten minutes. */
function confirmedId({ account: own, session }: Visitor): string | undefined {
  return own && session && isConfirmed(session) ? own.id : undefined;
}

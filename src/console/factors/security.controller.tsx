import { Get, Post } from '@nestjs/common';
import { FactorsService } from '../../factors/factors.service.js';
import { PasskeysService } from '../../factors/passkeys.service.js';
import type { Requester } from '../../request/requester.js';
import type { Account } from '../../database/records.js';
import { FormExpiredError, SecondFactorMandatoryError } from '../../errors/error-registry.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import { FactorRemovalsService } from '../../email-flows/factor-removals.service.js';
import { AuthenticatorSetup, type SetupPlace } from './authenticator-setup.js';
import { ConfirmFirst } from '../shell/browser/confirmations.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { toRefusal } from '../shell/browser/form-refusal.js';
import {
  redirect,
  render,
  type Redirect,
  type RenderedPage,
} from '../shell/browser/page-response.js';
import { RelyingParties } from '../shell/browser/relying-parties.js';
import {
  CurrentVisitor,
  VisitorRequester,
  type SignedInVisitor,
} from '../shell/browser/visitor.js';
import { AddAuthenticatorPage } from './add-authenticator.page.js';
import { ChangeFactorPage, type ChangeFactorPageProps } from './change-factor.page.js';
import { RecoveryCodesPage } from './recovery-codes.page.js';
import { SecurityPage } from './security.page.js';

const authenticatorPlace: SetupPlace = {
  path: '/console/security/authenticator',
  page: (app) => <AddAuthenticatorPage {...app} />,
};

/** The security page: the account's second factor, and links to password and sessions. */
@ConsolePages('console/security')
export class SecurityController {
  constructor(
    private readonly factors: FactorsService,
    private readonly passkeys: PasskeysService,
    private readonly sites: RelyingParties,
    private readonly setup: AuthenticatorSetup,
    private readonly removals: FactorRemovalsService,
    private readonly address: PublicUrl,
  ) {}

  @Get()
  async page(@CurrentVisitor() visitor: SignedInVisitor): Promise<RenderedPage> {
    const { id } = visitor.account;
    const { hasApp, recoveryCodes } = await this.factors.status(id);
    const passkeys = await this.passkeys.list(id);
    const site = this.sites.of(visitor);
    const canAddPasskey = site !== undefined;
    const accepted = site && (await this.passkeys.acceptedCredentials(id, site));
    const canRemove = await this.factors.isRemovable(id);
    const removalAt = (await this.removals.find(id))?.dueAt;
    const props = {
      hasApp,
      recoveryCodes,
      passkeys,
      accepted,
      canAddPasskey,
      canRemove,
      removalAt,
    };
    return render(<SecurityPage {...props} />);
  }

  /** Sets up an app, or moves it to another phone. */
  @Get('authenticator')
  @ConfirmFirst('everyone')
  async addPage(
    @CurrentVisitor() { account, form }: SignedInVisitor,
  ): Promise<RenderedPage | Redirect> {
    return this.setup.show(account, authenticatorPlace, form?.setup);
  }

  @Post('authenticator')
  @ConfirmFirst('everyone')
  async add(
    @CurrentVisitor() { account, language }: SignedInVisitor,
    @VisitorRequester() requester: Requester,
    @FormBody() { setup = '', code = '' }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    try {
      const { hasApp } = await this.factors.status(account.id);
      let codes: string[] | undefined;
      if (hasApp) await this.factors.replace(account, setup, code, requester);
      else codes = await this.factors.add(account, setup, code, requester);
      const isMailed = await this.setup.asksForProof(account);
      if (!codes) return this.back(isMailed ? 'notice.verification_sent' : 'notice.app_added');
      return render(<RecoveryCodesPage codes={codes} isMailed={isMailed} />);
    } catch (error) {
      if (error instanceof FormExpiredError) return this.setup.restart(authenticatorPlace);
      return this.setup.show(account, authenticatorPlace, setup, toRefusal(error, {}, language));
    }
  }

  @Get('authenticator/remove')
  @ConfirmFirst('everyone')
  async removePage(
    @CurrentVisitor() { account }: SignedInVisitor,
  ): Promise<RenderedPage | Redirect> {
    if (!(await this.factors.isRemovable(account.id))) throw new SecondFactorMandatoryError();
    return this.ask(account, 'remove');
  }

  @Post('authenticator/remove')
  @ConfirmFirst('everyone')
  async remove(
    @CurrentVisitor() { account }: SignedInVisitor,
    @VisitorRequester() requester: Requester,
  ): Promise<Redirect> {
    if (!(await this.factors.remove(account, requester))) return this.back();
    return this.back('notice.app_removed');
  }

  @Get('recovery-codes')
  @ConfirmFirst('everyone')
  replacePage(@CurrentVisitor() { account }: SignedInVisitor): Promise<RenderedPage | Redirect> {
    return this.ask(account, 'replace');
  }

  @Post('recovery-codes')
  @ConfirmFirst('everyone')
  async replace(
    @CurrentVisitor() { account }: SignedInVisitor,
    @VisitorRequester() requester: Requester,
  ): Promise<RenderedPage | Redirect> {
    if (!(await this.factors.hasFactor(account.id))) return this.back();
    const codes = await this.factors.replaceRecoveryCodes(account, requester);
    return render(<RecoveryCodesPage codes={codes} />);
  }

  private back(
    notice?: 'notice.app_added' | 'notice.app_removed' | 'notice.verification_sent',
  ): Redirect {
    return redirect(this.address.path('/console/security'), notice);
  }

  private async ask(
    account: Account,
    change: ChangeFactorPageProps['change'],
  ): Promise<RenderedPage | Redirect> {
    const { hasApp, passkeys } = await this.factors.status(account.id);
    if (!hasApp && (change === 'remove' || passkeys === 0)) return this.back();
    const endsCodes = change === 'replace' || passkeys === 0;
    return render(<ChangeFactorPage change={change} endsCodes={endsCodes} />);
  }
}

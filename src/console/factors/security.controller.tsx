import { Get, Post } from '@nestjs/common';
import { FactorRemovalsService } from '../../email-flows/factor-removals.service.js';
import { FactorsService } from '../../factors/factors.service.js';
import { PasskeysService } from '../../factors/passkeys.service.js';
import type { Account } from '../../database/records.js';
import { SecondFactorMandatoryError } from '../../errors/error-registry.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { BrowserFactorsService } from '../../sign-in/browser-factors.service.js';
import { ConfirmFirst } from '../shell/browser/confirmations.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { formAction, type FormRefusal } from '../shell/forms/form-refusal.js';
import { FormLimit, PageLimit } from '../shell/browser/page-limit.js';
import { redirect, render } from '../shell/browser/page-response.js';
import { PasskeyPrompts } from '../shell/browser/passkey-prompts.js';
import { CurrentVisitor, type SignedInVisitor } from '../shell/browser/visitor.js';
import { AuthenticatorSetup, type SetupPlace } from './authenticator-setup.js';
import { ChangeFactorPage, type ChangeFactorPageProps } from './change-factor.page.js';
import { AddAuthenticatorPage } from './new-factor.page.js';
import { RecoveryCodesPage } from './recovery-codes.page.js';
import { SecurityPage } from './security.page.js';

const security = '/console/security';

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
    private readonly prompts: PasskeyPrompts,
    private readonly setup: AuthenticatorSetup,
    private readonly browserFactors: BrowserFactorsService,
    private readonly removals: FactorRemovalsService,
  ) {}

  @Get()
  async page(@CurrentVisitor() visitor: SignedInVisitor) {
    const { id } = visitor.account;
    const { appSince, recoveryCodes } = await this.factors.status(id);
    const passkeys = await this.passkeys.list(id);
    const site = this.prompts.findSite(visitor);
    const accepted = site && (await this.passkeys.acceptedCredentials(id, site));
    const canRemove = await this.factors.isRemovable(id);
    const removalAt = (await this.removals.find(id))?.dueAt;
    const factors = { appSince, recoveryCodes, passkeys, accepted, canRemove, removalAt };
    return render(<SecurityPage {...factors} canAddPasskey={site !== undefined} />);
  }

  /** Sets up an app, or moves it to another phone. */
  @Get('authenticator')
  @ConfirmFirst('everyone')
  addPage(@CurrentVisitor() { account, form }: SignedInVisitor) {
    return this.setup.show(account, authenticatorPlace, form?.setup);
  }

  @Post('authenticator')
  @FormLimit('accounts.update')
  @ConfirmFirst('everyone')
  add(
    @CurrentVisitor() visitor: SignedInVisitor,
    @FormBody() { setup = '', code = '' }: FormParameters,
  ) {
    const { account, requester } = visitor;
    const showAgain = (refusal: FormRefusal) =>
      this.setup.show(account, authenticatorPlace, setup, refusal);
    return formAction(visitor, {}, showAgain, async () => {
      const codes = await this.factors.addOrReplace(account, setup, code, requester);
      const isMailed = await this.browserFactors.asksForProof(account);
      if (codes) return render(<RecoveryCodesPage codes={codes} isMailed={isMailed} />);
      return redirect(security, isMailed ? 'notice.verification_sent' : 'notice.app_added');
    }).catch((error: unknown) => this.setup.restart(error, authenticatorPlace));
  }

  @Get('authenticator/remove')
  @ConfirmFirst('everyone')
  async removePage(@CurrentVisitor() { account }: SignedInVisitor) {
    if (!(await this.factors.isRemovable(account.id))) throw new SecondFactorMandatoryError();
    return this.ask(account, 'remove');
  }

  @Post('authenticator/remove')
  @PageLimit('accounts.update')
  @ConfirmFirst('everyone')
  async remove(@CurrentVisitor() { account, requester }: SignedInVisitor) {
    const isRemoved = await this.factors.remove(account, requester);
    return redirect(security, isRemoved ? 'notice.app_removed' : undefined);
  }

  @Get('recovery-codes')
  @ConfirmFirst('everyone')
  replacePage(@CurrentVisitor() { account }: SignedInVisitor) {
    return this.ask(account, 'replace');
  }

  @Post('recovery-codes')
  @PageLimit('accounts.update')
  @ConfirmFirst('everyone')
  async replace(@CurrentVisitor() { account, requester }: SignedInVisitor) {
    if (!(await this.factors.hasFactor(account.id))) return redirect(security);
    const codes = await this.factors.replaceRecoveryCodes(account, requester);
    return render(<RecoveryCodesPage codes={codes} />);
  }

  private async ask(account: Account, change: ChangeFactorPageProps['change']) {
    const { hasApp, passkeys } = await this.factors.status(account.id);
    if (!hasApp && (change === 'remove' || passkeys === 0)) return redirect(security);
    const endsCodes = change === 'replace' || passkeys === 0;
    return render(<ChangeFactorPage change={change} endsCodes={endsCodes} />);
  }
}

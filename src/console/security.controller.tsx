import { Get, Post } from '@nestjs/common';
import { FactorsService } from '../access/factors/factors.service.js';
import { totpUri } from '../access/factors/totp.js';
import { SignInService } from '../accounts/sign-in.service.js';
import type { Requester } from '../audit/requester.js';
import type { Account } from '../database/records.js';
import { FormExpiredError } from '../errors/error-registry.js';
import { FormBody } from '../http/input/form-body.decorator.js';
import type { FormParameters } from '../http/input/form-body.js';
import { PublicUrl } from '../http/urls/public-url.js';
import { MailRequestsService } from '../recovery/mail-requests.service.js';
import { ConsolePages } from './browser/console-pages.decorator.js';
import { refusalOf, type FormRefusal } from './browser/form-refusal.js';
import { redirect, render, type Redirect, type RenderedPage } from './browser/page-response.js';
import { CurrentVisitor, VisitorRequester, type SignedInVisitor } from './browser/visitor.js';
import { AddAuthenticatorPage } from './pages/add-authenticator.page.js';
import { ConfirmCodePage, type CodePurpose } from './pages/confirm-code.page.js';
import { RecoveryCodesPage } from './pages/recovery-codes.page.js';
import { SecurityPage } from './pages/security.page.js';

/** How the user signs in: the second factor of the account, and links to password and sessions. */
@ConsolePages('console/security')
export class SecurityController {
  constructor(
    private readonly signIns: SignInService,
    private readonly factors: FactorsService,
    private readonly mails: MailRequestsService,
    private readonly address: PublicUrl,
  ) {}

  @Get()
  async page(@CurrentVisitor() { account }: SignedInVisitor): Promise<RenderedPage> {
    return render(<SecurityPage {...await this.factors.status(account.id)} />);
  }

  @Get('authenticator')
  async addPage(@CurrentVisitor() { account }: SignedInVisitor): Promise<RenderedPage | Redirect> {
    if (await this.factors.isRequired(account.id)) return this.back();
    return this.showSetup(account, this.factors.begin(account).setup);
  }

  /** Asks for the password, so that an unattended browser is not enough to lock the owner out. */
  @Post('authenticator')
  async add(
    @CurrentVisitor() { account, language }: SignedInVisitor,
    @VisitorRequester() requester: Requester,
    @FormBody() { setup = '', code = '', old_password = '' }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    try {
      await this.signIns.confirmPassword(account.id, old_password, requester, 'factor.add');
      const codes = await this.factors.add(account, setup, code, requester);
      await this.mails.factorChanged(account, 'factor-added');
      return render(<RecoveryCodesPage codes={codes} />);
    } catch (error) {
      if (error instanceof FormExpiredError) return this.setUpAgain();
      return this.setupRefused(account, setup, refusalOf(error, {}, language));
    }
  }

  @Get('authenticator/remove')
  removePage(@CurrentVisitor() { account }: SignedInVisitor): Promise<RenderedPage | Redirect> {
    return this.showConfirmation(account, 'remove');
  }

  @Post('authenticator/remove')
  async remove(
    @CurrentVisitor() { account, language }: SignedInVisitor,
    @VisitorRequester() requester: Requester,
    @FormBody() { code = '' }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    try {
      await this.factors.remove(account, code, requester);
      await this.mails.factorChanged(account, 'factor-removed');
      return this.back('activity.factor.remove');
    } catch (error) {
      return this.showConfirmation(account, 'remove', refusalOf(error, {}, language));
    }
  }

  @Get('recovery-codes')
  replacePage(@CurrentVisitor() { account }: SignedInVisitor): Promise<RenderedPage | Redirect> {
    return this.showConfirmation(account, 'replace');
  }

  @Post('recovery-codes')
  async replace(
    @CurrentVisitor() { account, language }: SignedInVisitor,
    @VisitorRequester() requester: Requester,
    @FormBody() { code = '' }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    try {
      const codes = await this.factors.replaceRecoveryCodes(account, code, requester);
      return render(<RecoveryCodesPage codes={codes} />);
    } catch (error) {
      return this.showConfirmation(account, 'replace', refusalOf(error, {}, language));
    }
  }

  private back(notice?: 'activity.factor.remove'): Redirect {
    return redirect(this.address.path('/console/security'), notice);
  }

  private setUpAgain(): Redirect {
    return redirect(this.address.path('/console/security/authenticator'), 'form_expired');
  }

  private setupRefused(
    account: Account,
    setup: string,
    refusal: FormRefusal,
  ): RenderedPage | Redirect {
    try {
      return this.showSetup(account, setup, refusal);
    } catch (error) {
      if (error instanceof FormExpiredError) return this.setUpAgain();
      throw error;
    }
  }

  private showSetup(account: Account, setup: string, refusal?: FormRefusal): RenderedPage {
    const secret = this.factors.secretOf(account, setup);
    const uri = totpUri(secret, new URL(this.address.url('')).hostname, account.email);
    const form = refusal?.form ?? { values: {} };
    return render(<AddAuthenticatorPage {...{ form, setup, secret, uri }} />, refusal);
  }

  private async showConfirmation(
    account: Account,
    purpose: CodePurpose,
    refusal?: FormRefusal,
  ): Promise<RenderedPage | Redirect> {
    if (!(await this.factors.isRequired(account.id))) return this.back();
    const form = refusal?.form ?? { values: {} };
    return render(<ConfirmCodePage purpose={purpose} form={form} />, refusal);
  }
}

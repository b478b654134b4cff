import { Get, Post, StreamableFile } from '@nestjs/common';
import { readTexts, toRequest } from '../../accounts/account-fields.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { OwnerEmailsService } from '../../accounts/emails/owner-emails.service.js';
import { SignInService } from '../../accounts/sign-in/sign-in.service.js';
import { withCredentials } from '../../changes/proof.js';
import { newIdentifier } from '../../database/identifier.js';
import type { Account } from '../../database/records.js';
import { EmailVerificationService } from '../../email-flows/email-verification.service.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { PreconditionFailedError, RateLimitedError } from '../../errors/error-registry.js';
import { ValidationFailedError } from '../../errors/validation-failed.error.js';
import { AccountExportService } from '../../export/account-export.service.js';
import { OptionalOwn } from '../../options/own-provider.js';
import { ConsoleOptions } from '../shell/console.options.js';
import { CheckMailLinks } from '../shell/browser/check-mail.links.js';
import { Confirmations, ConfirmFirst } from '../shell/browser/confirmations.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { formAction, toRefusal, type FormRefusal } from '../shell/forms/form-refusal.js';
import { FormLimit, PageLimit } from '../shell/browser/page-limit.js';
import { redirect, render } from '../shell/browser/page-response.js';
import { changedFields } from '../shell/forms/shown-values.js';
import {
  AccountPage,
  type AccountPageProps,
  DeleteAccountPage,
  ExportAccountPage,
} from './account.page.js';
import { CurrentVisitor, type SignedInVisitor } from '../shell/browser/visitor.js';

const path = '/console/account';

@ConsolePages('console/account')
export class AccountPagesController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly ownerEmails: OwnerEmailsService,
    private readonly signIns: SignInService,
    private readonly confirmations: Confirmations,
    private readonly exports: AccountExportService,
    private readonly options: ConsoleOptions,
    private readonly checkMail: CheckMailLinks,
    @OptionalOwn(EmailVerificationService) private readonly verification?: EmailVerificationService,
  ) {}

  @Get()
  page(@CurrentVisitor() { account, form }: SignedInVisitor) {
    if (!form) return this.show(account);
    const values = { ...readTexts(account), ...form };
    return this.show(account, { form: 'name' in form ? 'profile' : 'email', state: { values } });
  }

  @Post()
  @FormLimit('accounts.update')
  save(@CurrentVisitor() visitor: SignedInVisitor, @FormBody() form: FormParameters) {
    const { account, requester } = visitor;
    const showAgain = ({ form: state, ...response }: FormRefusal) =>
      this.show(account, { form: 'profile', state }, response);
    return formAction(visitor, form, showAgain, async () => {
      const changes = toRequest(changedFields(omitEmailFields(form), readTexts(account)));
      await this.accounts.update(account.id, changes, { ...requester, by: 'owner' });
      return redirect(path, 'notice.account_saved', { language: changes.language_code });
    });
  }

  @Post('email')
  @FormLimit('accounts.update')
  saveEmail(
    @CurrentVisitor() visitor: SignedInVisitor,
    @FormBody() { email = '', old_password = '' }: FormParameters,
  ) {
    const { account, requester } = visitor;
    const showAgain = ({ form: state, ...response }: FormRefusal) =>
      this.show(account, { form: 'email', state }, response);
    return formAction(visitor, { email }, showAgain, async () => {
      const changed = email.trim();
      if (changed === account.email) return redirect(path);
      await this.confirmations.assert(visitor, 'with-factor');
      // Ask for the password, so that an unattended browser is not enough to take over the account. Ask even for a
      // change of letter case: the address is then no longer verified, and receives no notices.
      if (old_password === '') {
        throw ValidationFailedError.about({ old_password: 'email_password_required' });
      }
      const proof = await this.signIns.confirmPassword(account.id, old_password, requester);
      const change = { ...proof, by: 'owner' } as const;
      const updated = await this.accounts.update(account.id, { email: changed }, change);
      return this.requestVerification(updated);
    });
  }

  /** Asks the owner to verify the new address, unless the account returns to one that is verified. */
  private async requestVerification(account: Account) {
    const { verification } = this;
    if (!verification || (await this.accounts.emailVerifiedAt(account))) {
      return redirect(path, 'notice.account_saved');
    }
    const codeRequest = newIdentifier();
    try {
      await verification.request(account, codeRequest);
    } catch (error) {
      if (error instanceof RateLimitedError) return redirect(path, 'notice.account_saved');
      throw error;
    }
    const mail = { purpose: 'verification', email: account.email, codeRequest } as const;
    return this.checkMail.redirect(mail, 'notice.account_saved');
  }

  /** @param email the pending email that the page showed */
  @Post('adopt-email')
  @PageLimit('accounts.update')
  @ConfirmFirst('everyone')
  async adoptEmail(
    @CurrentVisitor() { account, requester, language }: SignedInVisitor,
    @FormBody() { email = '' }: FormParameters,
  ) {
    try {
      await this.ownerEmails.adopt(account.id, email, requester);
      return redirect(path, 'notice.account_saved');
    } catch (error) {
      // The client or the owner has changed the email in the meantime.
      if (error instanceof PreconditionFailedError) return redirect(path);
      const { form: state, ...response } = toRefusal(error, {}, language);
      return this.show(account, { form: 'email', state }, response);
    }
  }

  @Get('delete')
  @ConfirmFirst('with-factor')
  deletePage(@CurrentVisitor() visitor: SignedInVisitor) {
    return this.showDelete(visitor);
  }

  @Post('delete')
  @FormLimit('accounts.delete')
  @ConfirmFirst('with-factor')
  delete(
    @CurrentVisitor() visitor: SignedInVisitor,
    @FormBody() { password = '' }: FormParameters,
  ) {
    const { account, requester } = visitor;
    const showAgain = (refusal: FormRefusal) => this.showDelete(visitor, refusal);
    return formAction(visitor, {}, showAgain, async () => {
      if (await this.confirmations.replacesPassword(visitor))
        await this.accounts.delete(account.id, withCredentials(account, requester));
      else await this.accounts.deleteWithPassword(account.id, password, requester);
      return redirect('/console/sign-in', 'notice.account_deleted', { token: null, reader: null });
    });
  }

  @Get('export')
  @ConfirmFirst('everyone')
  exportPage() {
    return render(<ExportAccountPage />);
  }

  @Post('export')
  @PageLimit('accounts.export')
  @ConfirmFirst('everyone')
  async export(@CurrentVisitor() { account, requester }: SignedInVisitor) {
    return new StreamableFile(await this.exports.export(account.id, requester), {
      type: 'application/json; charset=utf-8',
      disposition: `attachment; filename="account-${account.id}.json"`,
    });
  }

  private async showDelete(visitor: SignedInVisitor, refusal?: FormRefusal) {
    const asksForPassword = !(await this.confirmations.replacesPassword(visitor));
    const form = refusal?.form ?? { values: {} };
    return render(<DeleteAccountPage {...{ asksForPassword, form }} />, refusal);
  }

  private async show(
    account: Account,
    edited?: AccountPageProps['edited'],
    response?: Omit<FormRefusal, 'form'>,
  ) {
    const isVerified = this.options.mail && (await this.accounts.emailVerifiedAt(account)) !== null;
    const current = readTexts(account);
    return render(<AccountPage {...{ current, isVerified, edited }} />, response);
  }
}

/** The profile form changes neither the address nor the password. */
const omitEmailFields = ({ email: _, old_password: __, ...fields }: FormParameters) => fields;

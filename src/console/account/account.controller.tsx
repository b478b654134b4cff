import { Get, Post, StreamableFile } from '@nestjs/common';
import type { Proof } from '../../changes/proof.js';
import { SessionsService } from '../../access/sessions/sessions.service.js';
import { readTexts, toRequest } from '../../accounts/account-fields.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { OwnerEmailsService } from '../../accounts/emails/owner-emails.service.js';
import { SignInService } from '../../accounts/sign-in/sign-in.service.js';
import type { UpdateAccountDto } from '../../accounts/dto/update-account.dto.js';
import type { Account } from '../../database/records.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { PreconditionFailedError } from '../../errors/error-registry.js';
import { ValidationFailedError } from '../../errors/validation-failed.error.js';
import { AccountExportService } from '../../export/account-export.service.js';
import { ConsoleOptions } from '../shell/console.options.js';
import { Confirmations, ConfirmFirst } from '../shell/browser/confirmations.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { formAction, toRefusal, type FormRefusal } from '../shell/forms/form-refusal.js';
import { FormLimit, PageLimit } from '../shell/browser/page-limit.js';
import { redirect, render } from '../shell/browser/page-response.js';
import { changedFields } from '../shell/forms/shown-values.js';
import { AccountPage, DeleteAccountPage, ExportAccountPage } from './account.page.js';
import { CurrentVisitor, type SignedInVisitor } from '../shell/browser/visitor.js';

const path = '/console/account';

@ConsolePages('console/account')
export class AccountPagesController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly ownerEmails: OwnerEmailsService,
    private readonly signIns: SignInService,
    private readonly sessions: SessionsService,
    private readonly confirmations: Confirmations,
    private readonly exports: AccountExportService,
    private readonly options: ConsoleOptions,
  ) {}

  @Get()
  page(@CurrentVisitor() { account, form = {} }: SignedInVisitor) {
    return this.show(account, {}, form);
  }

  @Post()
  @FormLimit('accounts.update')
  save(@CurrentVisitor() visitor: SignedInVisitor, @FormBody() form: FormParameters) {
    const { account, requester } = visitor;
    const showAgain = (profile: FormRefusal) => this.show(account, { profile });
    return formAction(visitor, form, showAgain, async () => {
      const changes = readChanges(account, form);
      const { email = account.email } = changes;
      let proof: Proof = requester;
      // Confirm a change of more than the letter case: two addresses that count as the same email can be two mailboxes.
      if (inLowerCase(email) !== inLowerCase(account.email)) {
        await this.confirmations.assert(visitor, 'with-factor');
        const { old_password = '' } = form;
        // Ask for the password, so that an unattended browser is not enough to take over the account.
        if (old_password === '') {
          throw ValidationFailedError.about({ old_password: 'email_password_required' });
        }
        proof = await this.signIns.confirmPassword(account.id, old_password, requester);
      }
      await this.accounts.update(account.id, changes, { ...proof, by: 'owner' });
      return redirect(path, 'notice.account_saved', { language: changes.language_code });
    });
  }

  @Post('password')
  @FormLimit('accounts.update')
  changePassword(@CurrentVisitor() visitor: SignedInVisitor, @FormBody() form: FormParameters) {
    const { account, requester, session } = visitor;
    const { old_password = '', new_password = '', end_application_tokens: ends } = form;
    const showAgain = (password: FormRefusal) => this.show(account, { password });
    return formAction(visitor, { end_application_tokens: ends }, showAgain, async () => {
      const changer = { ...requester, endApplicationTokens: ends === 'true', by: 'owner' } as const;
      await this.accounts.update(account.id, { old_password, new_password }, changer);
      const token = await this.sessions.renew(session);
      return redirect(path, 'notice.password_changed', { token });
    });
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
      // The client or the owner has changed the email since.
      if (error instanceof PreconditionFailedError) return redirect(path);
      return this.show(account, { profile: toRefusal(error, {}, language) });
    }
  }

  @Get('delete')
  @ConfirmFirst('with-factor')
  deletePage() {
    return render(<DeleteAccountPage form={{ values: {} }} />);
  }

  @Post('delete')
  @FormLimit('accounts.delete')
  @ConfirmFirst('with-factor')
  delete(
    @CurrentVisitor() visitor: SignedInVisitor,
    @FormBody() { password = '' }: FormParameters,
  ) {
    const { account, requester } = visitor;
    const showAgain = (refusal: FormRefusal) =>
      render(<DeleteAccountPage form={refusal.form} />, refusal);
    return formAction(visitor, {}, showAgain, async () => {
      await this.accounts.deleteWithPassword(account.id, password, requester);
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

  private async show(
    account: Account,
    { profile, password }: { profile?: FormRefusal; password?: FormRefusal },
    written: FormParameters = {},
  ) {
    const isVerified = this.options.mail && (await this.accounts.emailVerifiedAt(account)) !== null;
    return render(
      <AccountPage
        profile={profile?.form ?? { values: { ...readTexts(account), ...written } }}
        password={password?.form ?? { values: written }}
        isVerified={isVerified}
      />,
      profile ?? password,
    );
  }
}

/** Lowercases ASCII letters only: to a mail server, the Kelvin sign is not another case of `k`. */
const inLowerCase = (email: string) =>
  email.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

function readChanges(account: Account, form: FormParameters): UpdateAccountDto {
  const current = readTexts(account);
  const { email, ...others } = changedFields(form, current);
  return toRequest(email?.trim() === current.email ? others : { ...others, email });
}

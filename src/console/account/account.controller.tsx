import { Get, Post } from '@nestjs/common';
import type { Proof } from '../../changes/proof.js';
import type { Requester } from '../../request/requester.js';
import { SessionsService } from '../../access/sessions/sessions.service.js';
import { accountKey } from '../../access/rate-limits/rate-limit-keys.js';
import { shownEmail } from '../../accounts/account.members.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { OwnerEmailsService } from '../../accounts/owner-emails.service.js';
import { SignInService } from '../../accounts/sign-in.service.js';
import type { UpdateAccountDto } from '../../accounts/dto/update-account.dto.js';
import type { Account } from '../../database/records.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import { PreconditionFailedError } from '../../errors/error-registry.js';
import { ValidationFailedError } from '../../errors/validation-failed.error.js';
import { RateLimitsService } from '../../limits/rate-limits.service.js';
import { ConsoleOptions } from '../shell/console.options.js';
import { Confirmations, ConfirmFirst } from '../shell/browser/confirmations.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { toRefusal, type FormRefusal } from '../shell/browser/form-refusal.js';
import { languageChoices } from '../shell/rendering/language-choices.js';
import {
  redirect,
  render,
  type Redirect,
  type RenderedPage,
} from '../shell/browser/page-response.js';
import { changedFields } from '../shell/browser/shown-values.js';
import { AccountPage } from './account.page.js';
import { DeleteAccountPage } from './delete-account.page.js';
import {
  CurrentVisitor,
  VisitorRequester,
  type SignedInVisitor,
} from '../shell/browser/visitor.js';

/** The account page of the signed-in user. */
@ConsolePages('console/account')
export class AccountPagesController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly ownerEmails: OwnerEmailsService,
    private readonly signIns: SignInService,
    private readonly sessions: SessionsService,
    private readonly confirmations: Confirmations,
    private readonly limits: RateLimitsService,
    private readonly address: PublicUrl,
    private readonly options: ConsoleOptions,
  ) {}

  @Get()
  page(@CurrentVisitor() { account, form = {} }: SignedInVisitor): Promise<RenderedPage> {
    return this.show(account, {}, form);
  }

  @Post()
  async save(
    @CurrentVisitor() visitor: SignedInVisitor,
    @VisitorRequester() requester: Requester,
    @FormBody() form: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    const { account, language } = visitor;
    try {
      await this.limits.consume('accounts.update', accountKey(account.id));
      const changes = readChanges(account, form);
      const { email = account.email } = changes;
      let proof: Proof = requester;
      // Confirm a change of more than the letter case: two addresses that count as the same email can be two mailboxes.
      if (inLowerCase(email) !== inLowerCase(account.email)) {
        await this.confirmations.assert(visitor, 'with-factor');
        proof = await this.confirm(account, form.old_password, requester);
      }
      await this.accounts.update(account.id, changes, { ...proof, by: 'owner' });
      return { ...this.back('notice.account_saved'), language: changes.language_code };
    } catch (error) {
      return this.show(account, { profile: toRefusal(error, form, language) });
    }
  }

  @Post('password')
  async changePassword(
    @CurrentVisitor() { account, session, language }: SignedInVisitor,
    @FormBody() form: FormParameters,
    @VisitorRequester() requester: Requester,
  ): Promise<RenderedPage | Redirect> {
    const { old_password = '', new_password = '', end_application_tokens: ends } = form;
    try {
      const changer = { ...requester, endApplicationTokens: ends === 'true', by: 'owner' } as const;
      await this.accounts.update(account.id, { old_password, new_password }, changer);
      const token = await this.sessions.renew(session);
      return { ...this.back('notice.password_changed'), token };
    } catch (error) {
      const values = { end_application_tokens: ends };
      return this.show(account, { password: toRefusal(error, values, language) });
    }
  }

  /** @param email the pending email that the page showed */
  @Post('adopt-email')
  @ConfirmFirst('everyone')
  async adoptEmail(
    @CurrentVisitor() { account, language }: SignedInVisitor,
    @FormBody() { email = '' }: FormParameters,
    @VisitorRequester() requester: Requester,
  ): Promise<RenderedPage | Redirect> {
    try {
      await this.limits.consume('accounts.update', accountKey(account.id));
      await this.ownerEmails.adopt(account.id, email, requester);
      return this.back('notice.account_saved');
    } catch (error) {
      // The client or the owner has changed the email since.
      if (error instanceof PreconditionFailedError)
        return redirect(this.address.path('/console/account'));
      return this.show(account, { profile: toRefusal(error, {}, language) });
    }
  }

  @Get('delete')
  @ConfirmFirst('with-factor')
  deletePage(): RenderedPage {
    return render(<DeleteAccountPage form={{ values: {} }} />);
  }

  @Post('delete')
  @ConfirmFirst('with-factor')
  async delete(
    @CurrentVisitor() { account, language }: SignedInVisitor,
    @FormBody() { password = '' }: FormParameters,
    @VisitorRequester() requester: Requester,
  ): Promise<RenderedPage | Redirect> {
    try {
      await this.accounts.deleteWithPassword(account.id, password, requester);
      return redirect(this.address.path('/console/sign-in'), 'notice.account_deleted', {
        token: null,
        reader: null,
      });
    } catch (error) {
      const { form, ...answer } = toRefusal(error, {}, language);
      return render(<DeleteAccountPage form={form} />, answer);
    }
  }

  /** Asks for the password, so that an unattended browser is not enough to take over the account. */
  private async confirm(account: Account, password = '', requester: Requester): Promise<Proof> {
    if (password === '') {
      throw ValidationFailedError.about({ old_password: 'email_password_required' });
    }
    return this.signIns.confirmPassword(account.id, password, requester);
  }

  private back(notice: 'notice.account_saved' | 'notice.password_changed'): Redirect {
    return redirect(this.address.path('/console/account'), notice);
  }

  private async show(
    account: Account,
    { profile, password }: { profile?: FormRefusal; password?: FormRefusal },
    written: FormParameters = {},
  ): Promise<RenderedPage> {
    const isVerified = this.options.mail && (await this.accounts.emailVerifiedAt(account)) !== null;
    return render(
      <AccountPage
        profile={profile?.form ?? { values: { ...toProfile(account), ...written } }}
        password={password?.form ?? { values: written }}
        languages={languageChoices()}
        isVerified={isVerified}
      />,
      profile ?? password,
    );
  }
}

/** Lowercases ASCII letters only: to a mail server, the Kelvin sign is not another case of `k`. */
const inLowerCase = (email: string) =>
  email.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** The members that the user has changed. */
function readChanges(account: Account, form: FormParameters): UpdateAccountDto {
  const current: FormParameters = toProfile(account);
  const {
    name,
    email,
    language_code,
    phone,
    default_notification_phone: number,
  } = changedFields(form, current);
  return {
    name,
    email: email?.trim() === current.email ? undefined : email,
    language_code,
    phone: phone === '' ? null : phone,
    default_notification_phone: number === undefined ? undefined : number ? { number } : null,
  };
}

function toProfile(account: Account) {
  const { name, languageCode, phone, notificationPhone } = account;
  return {
    name,
    email: shownEmail(account),
    language_code: languageCode,
    phone: phone ?? '',
    default_notification_phone: notificationPhone ?? '',
  };
}

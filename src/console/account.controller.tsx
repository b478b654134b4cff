import { Get, Ip, Post } from '@nestjs/common';
import { takeLimit } from '../access/take-limit.js';
import { AccountsService } from '../accounts/accounts.service.js';
import type { Account } from '../database/records.js';
import { FormBody } from '../http/form-body.decorator.js';
import type { FormParameters } from '../http/form-body.js';
import { PublicAddress } from '../http/public-address.js';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import { ConsolePages } from './browser/console-pages.decorator.js';
import { refusalOf, type FormRefusal } from './browser/form-refusal.js';
import { languageChoices } from './language-choices.js';
import { lead, show, type Led, type Shown } from './browser/page-answer.js';
import { AccountPage } from './pages/account.page.js';
import { DeleteAccountPage } from './pages/delete-account.page.js';
import { CurrentVisitor, type SignedInVisitor } from './browser/visitor.js';

/** A person's own account. */
@ConsolePages('console/account')
export class AccountPagesController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly limits: RateLimitsService,
    private readonly address: PublicAddress,
  ) {}

  @Get()
  page(@CurrentVisitor() { account }: SignedInVisitor): Shown {
    return this.show(account, {});
  }

  @Post()
  async save(
    @CurrentVisitor() { account, language }: SignedInVisitor,
    @FormBody() form: FormParameters,
  ): Promise<Shown | Led> {
    const { name, email, language_code, phone, default_notification_phone: number } = form;
    try {
      await takeLimit(this.limits, 'accounts.update', account.id);
      await this.accounts.update(account.id, {
        name,
        email,
        language_code,
        phone: phone || null,
        default_notification_phone: number ? { number } : null,
      });
      return this.back('notice.account_saved');
    } catch (error) {
      return this.show(account, { profile: refusalOf(error, form, language) });
    }
  }

  @Post('password')
  async changePassword(
    @CurrentVisitor() { account, session, language }: SignedInVisitor,
    @FormBody() form: FormParameters,
    @Ip() source: string,
  ): Promise<Shown | Led> {
    const { old_password = '', new_password = '', end_application_tokens: ends } = form;
    try {
      const requester = { source, sessionId: session.id, endApplicationTokens: ends === 'true' };
      await this.accounts.update(account.id, { old_password, new_password }, requester);
      return this.back('notice.password_changed');
    } catch (error) {
      const values = { end_application_tokens: ends };
      return this.show(account, { password: refusalOf(error, values, language) });
    }
  }

  @Get('delete')
  deletePage(): Shown {
    return show(<DeleteAccountPage form={{ values: {} }} />);
  }

  @Post('delete')
  async delete(
    @CurrentVisitor() { account, language }: SignedInVisitor,
    @FormBody() { password = '' }: FormParameters,
    @Ip() source: string,
  ): Promise<Shown | Led> {
    try {
      await this.accounts.deleteWithPassword(account.id, password, source);
      return lead(this.address.path('/console/sign-in'), 'notice.account_deleted', {
        token: null,
        reader: null,
      });
    } catch (error) {
      const { form, ...answer } = refusalOf(error, {}, language);
      return show(<DeleteAccountPage form={form} />, answer);
    }
  }

  private back(notice: 'notice.account_saved' | 'notice.password_changed'): Led {
    return lead(this.address.path('/console/account'), notice);
  }

  private show(
    account: Account,
    { profile, password }: { profile?: FormRefusal; password?: FormRefusal },
  ): Shown {
    return show(
      <AccountPage
        profile={profile?.form ?? { values: profileOf(account) }}
        password={password?.form ?? { values: {} }}
        languages={languageChoices()}
      />,
      profile ?? password,
    );
  }
}

function profileOf({ name, email, languageCode, phone, notificationPhone }: Account) {
  return {
    name,
    email,
    language_code: languageCode,
    phone: phone ?? '',
    default_notification_phone: notificationPhone ?? '',
  };
}

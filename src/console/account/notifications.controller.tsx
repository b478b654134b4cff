import { Get, Post } from '@nestjs/common';
import { readPreferences } from '../../accounts/account.presenter.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import type { UpdatePreferencesDto } from '../../accounts/dto/preferences.dto.js';
import type { Account } from '../../database/records.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { formAction, type FormRefusal } from '../shell/forms/form-refusal.js';
import { FormLimit } from '../shell/browser/page-limit.js';
import { redirect, render } from '../shell/browser/page-response.js';
import { changedFields } from '../shell/forms/shown-values.js';
import { CurrentVisitor, type SignedInVisitor } from '../shell/browser/visitor.js';
import { NotificationsPage } from './notifications.page.js';

@ConsolePages('console/notifications')
export class NotificationPagesController {
  constructor(private readonly accounts: AccountsService) {}

  @Get()
  page(@CurrentVisitor() { account, form }: SignedInVisitor) {
    return render(<NotificationsPage form={{ values: form ?? toFields(account) }} />);
  }

  @Post()
  @FormLimit('accounts.update')
  save(@CurrentVisitor() visitor: SignedInVisitor, @FormBody() form: FormParameters) {
    const { account, requester } = visitor;
    const showAgain = (refusal: FormRefusal) =>
      render(<NotificationsPage form={refusal.form} />, refusal);
    return formAction(visitor, form, showAgain, async () => {
      await this.accounts.setPreferences(account.id, readChanges(account, form), requester);
      return redirect('/console/notifications', 'notice.account_saved');
    });
  }
}

/** Converts preferences to form values. The only subscription is a checkbox. */
function toFields(account: Account): FormParameters {
  const { grouped_email_notification, email_subscriptions, ...choices } = readPreferences(account);
  return {
    ...choices,
    grouped_email_notification: String(grouped_email_notification),
    email_subscriptions: String(email_subscriptions.quota_exceeded),
  };
}

/** Returns the preferences that the user changed. Browsers do not send an unchecked checkbox. */
function readChanges(account: Account, form: FormParameters): UpdatePreferencesDto {
  const sent = { grouped_email_notification: 'false', email_subscriptions: 'false', ...form };
  const {
    grouped_email_notification: grouped,
    email_subscriptions: subscribed,
    ...choices
  } = changedFields(sent, toFields(account));
  return {
    ...choices,
    grouped_email_notification: grouped === undefined ? undefined : grouped === 'true',
    email_subscriptions:
      subscribed === undefined ? undefined : { quota_exceeded: subscribed === 'true' },
  };
}

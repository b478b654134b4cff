import { Injectable } from '@nestjs/common';
import type { Account } from '../database/records.js';
import { Links } from '../http/urls/links.js';
import { w3cDate } from '../http/headers/w3c-date.js';
import type { AccountAnswerDto } from './dto/account.dto.js';

/** Shows accounts as SPEC 2.1 lists their members: what is not named here is never answered. */
@Injectable()
export class AccountPresenter {
  constructor(private readonly links: Links) {}

  /** The account as SPEC 2.1 has it, with the link to itself. */
  present(account: Account): AccountAnswerDto {
    return {
      account: {
        id: account.id,
        name: account.name,
        email: account.email,
        language_code: account.languageCode,
        created_at: w3cDate(account.createdAt),
        updated_at: w3cDate(account.updatedAt),
        grouped_email_notification: account.groupedEmailNotification,
        default_email_notification_frequency: account.emailFrequency,
        default_desktop_notification_frequency: account.desktopFrequency,
        default_push_notification_frequency: account.pushFrequency,
        default_trending_email_notification_frequency: account.trendingEmailFrequency,
        permissions: {
          create_alert: account.canCreateAlert,
          read_teammembers: account.canReadTeammembers,
          read_teamrequests: account.canReadTeamrequests,
          read_quotastats: account.canReadQuotastats,
        },
        email_subscriptions: { quota_exceeded: account.subscribedToQuotaExceeded },
      },
      _links: this.links.self('accounts', account.id),
    };
  }
}

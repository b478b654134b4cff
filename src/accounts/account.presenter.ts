import type { ApplicationConfig } from '@nestjs/core';
import type { Account } from '../database/records.js';
import type { AccountAnswerDto } from './dto/account.dto.js';

/** Shows accounts as SPEC 2.1 lists their members: what is not named here is never answered. */
export class AccountPresenter {
  /**
   * @param basePath the API prefix, without slashes around it; may be empty
   * @param host where a host says what prefix stands before it
   */
  constructor(
    private readonly basePath: string,
    private readonly host: Pick<ApplicationConfig, 'getGlobalPrefix'>,
  ) {}

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
      _links: { self: { href: this.path('accounts', account.id) } },
    };
  }

  private path(...segments: string[]): string {
    const hostPrefix = this.host.getGlobalPrefix().replace(/^\/+|\/+$/g, '');
    return [hostPrefix, this.basePath, ...segments].map((each) => each && `/${each}`).join('');
  }
}

/** `YYYY-MM-DDThh:mm:ss.sssTZD` in UTC (SPEC 9.5). */
function w3cDate(date: Date): string {
  return date.toISOString().replace('Z', '+00:00');
}

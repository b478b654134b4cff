import { Injectable } from '@nestjs/common';
import type { Account } from '../database/records.js';
import { TaggedResponse } from '../http/headers/tagged-response.js';
import { w3cDate } from '../http/openapi/w3c-date.js';
import { Links } from '../http/urls/links.js';
import { accountTag } from './account-entity-tag.js';
import { readAccount } from './account.members.js';
import type { AccountStatus } from './accounts.service.js';
import type { AccountStatusDto, AccountStatusResponseDto } from './dto/account-status.dto.js';
import type { AccountResponseDto } from './dto/account.dto.js';
import type { PreferencesDto, PreferencesResponseDto } from './dto/preferences.dto.js';

/** Presents accounts with the members that `accountMembers` declares as readable (SPEC 2.1). */
@Injectable()
export class AccountPresenter {
  constructor(private readonly links: Links) {}

  /** Returns the account, with a link to itself (SPEC 2.1). */
  present(account: Account): AccountResponseDto {
    return { account: readAccount(account), _links: this.links.self('accounts', account.id) };
  }

  /** Returns the status of the account. */
  presentStatus({ id }: Account, status: AccountStatus): AccountStatusResponseDto {
    return { status: accountStatus(status), _links: this.links.self('accounts', id, 'status') };
  }

  /** Returns the preferences of the account. */
  presentPreferences(account: Account): PreferencesResponseDto {
    const _links = this.links.self('accounts', account.id, 'preferences');
    return { preferences: readPreferences(account), _links };
  }

  /** @internal Returns the account as an HTTP response with its entity tag. */
  respond(account: Account): TaggedResponse<AccountResponseDto> {
    return new TaggedResponse(accountTag(account), this.present(account));
  }

  /** @internal Returns the preferences as an HTTP response with the account's entity tag. */
  respondPreferences(account: Account): TaggedResponse<PreferencesResponseDto> {
    return new TaggedResponse(accountTag(account), this.presentPreferences(account));
  }
}

export function accountStatus(status: AccountStatus): AccountStatusDto {
  const { emailVerifiedAt, suspendedAt, hasSecondFactor } = status;
  return {
    email_verified_at: emailVerifiedAt && w3cDate(emailVerifiedAt),
    suspended_at: suspendedAt && w3cDate(suspendedAt),
    second_factor: hasSecondFactor,
  };
}

export function readPreferences(account: Account): PreferencesDto {
  const read = readAccount(account);
  return {
    grouped_email_notification: read.grouped_email_notification,
    default_email_notification_frequency: read.default_email_notification_frequency,
    default_desktop_notification_frequency: read.default_desktop_notification_frequency,
    default_push_notification_frequency: read.default_push_notification_frequency,
    default_trending_email_notification_frequency:
      read.default_trending_email_notification_frequency,
    email_subscriptions: read.email_subscriptions,
  };
}

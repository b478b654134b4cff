import { readAccount } from '../accounts/account.members.js';
import { accountStatus } from '../accounts/account.presenter.js';
import type { AccountStatus } from '../accounts/accounts.service.js';
import type { OwnedApplication } from '../applications/applications.repository.js';
import type { Account, Session } from '../database/records.js';
import { w3cDate } from '../http/openapi/w3c-date.js';
import type { ListedAccountDto, OperatorAccountDto } from './dto/operator-account.dto.js';
import type { OperatorApplicationDto, OperatorSessionDto } from './dto/operator-lists.dto.js';
import type { AccountFacts } from './operator.repository.js';

const dateOrNull = (date: Date | null) => date && w3cDate(date);

export function listedAccount(account: Account): ListedAccountDto {
  const { id, email, name, languageCode, client, createdAt, suspendedAt } = account;
  return {
    id,
    email,
    name,
    language_code: languageCode,
    client,
    created_at: w3cDate(createdAt),
    suspended_at: dateOrNull(suspendedAt),
  };
}

export function operatorAccount(
  account: Account,
  status: AccountStatus,
  { lastSignInAt, applications, sessions, grants }: AccountFacts,
  factorRemovalAt: Date | null,
): OperatorAccountDto {
  return {
    account: readAccount(account),
    client: account.client,
    registered_by: account.registeredById,
    status: {
      ...accountStatus(status),
      factor_removal_at: dateOrNull(factorRemovalAt),
      suspension_reason: account.suspensionReason,
      last_sign_in_at: dateOrNull(lastSignInAt),
    },
    counts: { applications, sessions, grants },
  };
}

export function operatorSession(session: Session): OperatorSessionDto {
  return {
    id: session.id,
    user_agent: session.userAgent,
    source: session.source,
    created_at: w3cDate(session.createdAt),
    last_seen_at: w3cDate(session.lastSeenAt),
    expires_at: w3cDate(session.expiresAt),
  };
}

/** @param usedOn the last day it was used; undefined if never */
export function operatorApplication(
  application: OwnedApplication,
  usedOn: string | undefined,
): OperatorApplicationDto {
  return {
    id: application.id,
    name: application.name,
    owner: application.owner.email,
    client_id: application.id,
    public: application.clientSecretHash === null,
    api_version: application.apiVersion,
    redirect_uris: application.redirectUris,
    trusted: application.trusted,
    last_used_on: usedOn ?? null,
  };
}

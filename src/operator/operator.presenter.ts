import { readAccount } from '../accounts/account.members.js';
import { accountStatus } from '../accounts/account.presenter.js';
import type { AccountStatus } from '../accounts/accounts.service.js';
import type { OwnedApplication } from '../applications/applications.repository.js';
import type { ReadAuditEvent } from '../audit/audit-trail.js';
import type { Account, Session } from '../database/records.js';
import { w3cDate } from '../http/openapi/w3c-date.js';
import type { AuditEventDto } from './dto/audit.dto.js';
import type { ListedAccountDto, OperatorAccountDto } from './dto/operator-account.dto.js';
import type { OperatorApplicationDto, OperatorSessionDto } from './dto/operator-lists.dto.js';
import type { AccountFacts } from './operator.repository.js';

interface AccountDetails {
  readonly status: AccountStatus;
  readonly facts: AccountFacts;
  readonly factorRemovalAt: Date | null;
  readonly lastSignInOn: string | null;
}

const dateOrNull = (date: Date | null) => date && w3cDate(date);

/** @param lastSignInOn the day of the last sign-in; undefined if none is known */
export function listedAccount(
  account: Account,
  lastSignInOn: string | undefined,
): ListedAccountDto {
  const { id, email, name, languageCode, client, createdAt, suspendedAt } = account;
  return {
    id,
    email,
    name,
    language_code: languageCode,
    client,
    created_at: w3cDate(createdAt),
    suspended_at: dateOrNull(suspendedAt),
    last_sign_in_on: lastSignInOn ?? null,
  };
}

export function operatorAccount(
  account: Account,
  { status, facts, factorRemovalAt, lastSignInOn }: AccountDetails,
): OperatorAccountDto {
  const { applications, sessions, grants, mails } = facts;
  return {
    account: readAccount(account),
    client: account.client,
    registered_by: account.registeredById,
    status: {
      ...accountStatus(status),
      factor_removal_at: dateOrNull(factorRemovalAt),
      suspension_reason: account.suspensionReason,
      last_sign_in_on: lastSignInOn,
    },
    counts: { applications, sessions, grants },
    mails: mails.map((mail) => ({ ...mail, at: w3cDate(new Date(mail.at)) })),
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

export function auditEvent(event: ReadAuditEvent): AuditEventDto {
  return {
    id: event.id,
    at: w3cDate(event.at),
    event: event.event,
    result: event.result,
    account_id: event.accountId,
    application_id: event.applicationId,
    application_name: event.applicationName ?? null,
    actor_id: event.actorId,
    client_id: event.clientId,
    client_name: event.clientName ?? null,
    channel: event.channel,
    source: event.source,
    device: event.device,
    request_id: event.requestId,
    members: event.members,
    operator: event.operator,
    reason: event.reason,
    count: event.count,
    last_at: w3cDate(event.lastAt),
  };
}

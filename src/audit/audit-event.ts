import type { ErrorCode } from '../language/catalogues/index.js';
import type { Requester } from './requester.js';

/** For how many days events can be kept; PostgreSQL refuses to delete them earlier than the least. */
export const auditDaysLimits = { min: 30, max: 3_650 };

/** What is written into the audit trail; the names are stable. */
export const auditEvents = [
  'account.create',
  'account.update',
  'account.delete',
  'account.authenticate',
  'password.change',
  'session.end',
  'application.create',
  'application.update',
  'application.delete',
  'secret.rotate',
  'client.authenticate',
  'token.create',
  'token.reveal',
  'token.revoke',
  'grant.create',
  'grant.revoke',
  'grant.redeem',
  'grant.refresh',
  'grant.reuse',
] as const;

/** What happened, as the audit trail calls it. */
export type AuditEventName = (typeof auditEvents)[number];

/** What happened, to what and with what result. Secrets, and values of members, are no part of it. */
export interface AuditRecord {
  /** The kind of event. */
  readonly event: AuditEventName;
  /** Whose account, application, token or grant it is; null where there is none. */
  readonly accountId: string | null;
  /** The application it is about. */
  readonly applicationId?: string;
  /** Why it was refused. Default: it was not. */
  readonly refusal?: ErrorCode;
  /** The names of the members that were sent to be changed. */
  readonly members?: readonly string[];
  /** Who asked for it. */
  readonly requester: Requester;
}

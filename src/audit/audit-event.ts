import type { ErrorCode } from '../language/catalogues/index.js';
import type { Requester } from '../request/requester.js';

/** The bounds of the days for which events are kept; PostgreSQL refuses to delete them before the minimum. */
export const auditDaysLimits = { min: 30, max: 3_650 };

/** The bounds of the days for which events keep their source; PostgreSQL refuses to remove it before the minimum. */
export const auditSourceDaysLimits = { min: 7, max: 3_650 };

/** The subjects by which users filter their events on the page Activity. */
export const activitySubjects = ['sessions', 'applications', 'account'] as const;

/** A subject by which users filter their events. */
export type ActivitySubject = (typeof activitySubjects)[number];

/**
 * The rows that a change locks before anything else: the account, or the account and then its application. `nothing` is
 * for changes whose own statement decides.
 */
export type Lock = 'account' | 'application' | 'nothing';

/** What a kind of audit event has, and the change that it tells of. */
export interface AuditEventDeclaration {
  /** Where users find it on the page Activity. */
  readonly subject: ActivitySubject;
  /** Default: `account` */
  readonly locks?: Lock;
  /** Whether it ends tokens and may leave the row of the account as it is. Default: false */
  readonly endsTokens?: boolean;
  /** The kind of mail that tells the owner, requested in the transaction of the change. Default: none */
  readonly notice?: string;
  /** Whether it deletes more rows than one transaction may, the rest of them afterwards. Default: false */
  readonly deletesInBatches?: boolean;
}

/** The kinds of audit events that accounts see of their own; the names are stable. */
export const auditEvents = {
  'account.create': { subject: 'account', locks: 'nothing' },
  'account.update': { subject: 'account' },
  'account.delete': { subject: 'account', notice: 'account-deleted', deletesInBatches: true },
  'account.suspend': { subject: 'account' },
  'account.restore': { subject: 'account' },
  'account.export': { subject: 'account' },
  'account.read': { subject: 'account' },
  'permissions.change': { subject: 'account' },
  'account.authenticate': { subject: 'sessions' },
  'password.change': { subject: 'account', deletesInBatches: true },
  'password.reset': { subject: 'account', deletesInBatches: true },
  'reset.start': { subject: 'account' },
  'reset.reveal': { subject: 'account' },
  'email.verify': { subject: 'account' },
  'email.restore': { subject: 'account' },
  'factor.add': { subject: 'account', notice: 'factor-added' },
  'factor.remove': { subject: 'account', notice: 'factor-removed' },
  'factor.use': { subject: 'sessions' },
  'passkey.add': { subject: 'account', notice: 'passkey-added' },
  'passkey.rename': { subject: 'account' },
  'passkey.remove': { subject: 'account', notice: 'passkey-removed' },
  'passkey.use': { subject: 'sessions' },
  'recovery.use': { subject: 'sessions', notice: 'recovery-used' },
  'recovery.replace': { subject: 'account' },
  'removal.start': { subject: 'account' },
  'removal.stop': { subject: 'account' },
  'session.confirm': { subject: 'sessions' },
  'session.end': { subject: 'sessions' },
  'application.create': { subject: 'applications' },
  'application.update': { subject: 'applications', locks: 'application' },
  'application.delete': {
    subject: 'applications',
    locks: 'application',
    endsTokens: true,
    deletesInBatches: true,
  },
  'secret.rotate': { subject: 'applications', locks: 'application' },
  'client.authenticate': { subject: 'applications' },
  'token.create': { subject: 'applications', locks: 'application', endsTokens: true },
  'token.reveal': { subject: 'applications', locks: 'application' },
  'token.revoke': { subject: 'applications', locks: 'application', endsTokens: true },
  'grant.create': { subject: 'applications' },
  'grant.revoke': { subject: 'applications', endsTokens: true },
  'grant.redeem': { subject: 'applications', locks: 'nothing' },
  'grant.refresh': { subject: 'applications', locks: 'nothing' },
  'grant.reuse': { subject: 'applications', locks: 'nothing' },
} as const satisfies Record<string, AuditEventDeclaration>;

/** A kind of mail that an event declares. */
export type Notice = Extract<
  (typeof auditEvents)[keyof typeof auditEvents],
  { readonly notice: string }
>['notice'];

/** The kinds of those about the service itself; the names are stable. */
export const serviceEvents = [
  'account.find',
  'application.find',
  'audit.read',
  'event.retry',
  'event.drop',
  'key.reseal',
  'schema.migrate',
] as const;

/** A kind of audit event. */
export type AuditEventName = keyof typeof auditEvents | (typeof serviceEvents)[number];

/** Whether accounts see this kind of event: it is not about the service itself, nor of a newer release. */
export function isAuditEvent(event: string): event is keyof typeof auditEvents {
  return Object.hasOwn(auditEvents, event);
}

/** The declaration of a kind of event; undefined for one that accounts do not see. */
export function declarationOf(event: string): AuditEventDeclaration | undefined {
  return isAuditEvent(event) ? auditEvents[event] : undefined;
}

/** An event with its subject and result; it contains no secrets and no values of members. */
export interface AuditRecord {
  /** The kind of event. */
  readonly event: AuditEventName;
  /** Whose account, application, token or grant it is; null where there is none. */
  readonly accountId: string | null;
  /** The application it is about. */
  readonly applicationId?: string;
  /** The code of the error that refused it. Default: it succeeded. */
  readonly refusal?: ErrorCode;
  /** The names of the members that were sent to be changed, or of the subscription. */
  readonly members?: readonly string[];
  /** What an operator noted. */
  readonly reason?: string | undefined;
  /** The caller. */
  readonly requester: Requester;
}

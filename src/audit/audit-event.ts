import type { ErrorCode } from '../language/catalogues/index.js';
import type { Requester } from '../request/requester.js';

/** The bounds of the retention of events, in days. PostgreSQL refuses to delete them before the minimum. */
export const auditDaysLimits = { min: 30, max: 3_650 };

/** The bounds of the retention of event sources, in days. PostgreSQL refuses to remove them before the minimum. */
export const auditSourceDaysLimits = { min: 7, max: 3_650 };

/** The subjects that users can filter their events by, on the Activity page. */
export const activitySubjects = ['sessions', 'applications', 'account'] as const;

/** A subject that users can filter their events by. */
export type ActivitySubject = (typeof activitySubjects)[number];

/**
 * The rows that a change locks first: the account, or the account and then its application. `nothing` is for changes
 * whose own statement decides.
 */
export type Lock = 'account' | 'application' | 'nothing';

/** The declaration of an audit event and its change. */
interface AuditEventDeclaration {
  /** The subject of the event on the Activity page. */
  readonly subject: ActivitySubject;
  /** The rows that the change locks. Default: `account` */
  readonly locks?: Lock;
  /** Whether the change ends tokens and may leave the account row unchanged. Default: false */
  readonly endsTokens?: boolean;
  /** The mail that notifies the owner, requested in the change's transaction. Default: none */
  readonly notice?: string;
  /** Whether the change may delete too many rows for one transaction. The rest is deleted afterwards. Default: false */
  readonly deletesInBatches?: boolean;
}

/** The audit events that users can see about their own account. The names are stable. */
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
  'browser.add': { subject: 'sessions', notice: 'new-browser' },
  'session.confirm': { subject: 'sessions' },
  'session.end': { subject: 'sessions' },
  'application.create': { subject: 'applications' },
  // It can end the tokens for client credentials.
  'application.update': { subject: 'applications', locks: 'application', endsTokens: true },
  'application.delete': {
    subject: 'applications',
    locks: 'application',
    endsTokens: true,
    deletesInBatches: true,
  },
  'application.trust': { subject: 'applications', locks: 'application' },
  'application.distrust': { subject: 'applications', locks: 'application' },
  'secret.rotate': { subject: 'applications', locks: 'application' },
  'secret.remove': { subject: 'applications', locks: 'application' },
  'client.authenticate': { subject: 'applications' },
  'token.create': { subject: 'applications', locks: 'application', endsTokens: true },
  'token.issue': { subject: 'applications', locks: 'nothing' },
  'token.reveal': { subject: 'applications', locks: 'application' },
  'token.revoke': { subject: 'applications', locks: 'application', endsTokens: true },
  'grant.create': { subject: 'applications' },
  'grant.continue': { subject: 'applications' },
  'grant.revoke': { subject: 'applications', endsTokens: true },
  'grant.redeem': { subject: 'applications', locks: 'nothing' },
  'grant.refresh': { subject: 'applications', locks: 'nothing' },
  'grant.reuse': { subject: 'applications', locks: 'nothing' },
} as const satisfies Record<string, AuditEventDeclaration>;

/** A mail that an event declares. */
export type Notice = Extract<
  (typeof auditEvents)[keyof typeof auditEvents],
  { readonly notice: string }
>['notice'];

/** The audit events that only operators see, most of them about the service itself. The names are stable. */
export const serviceEvents = [
  'account.find',
  'account.import',
  'application.find',
  'audit.read',
  'event.read',
  'event.retry',
  'event.discard',
  'event.drop',
  'key.reseal',
  'key.rotate',
  'mail.rejected',
  'mail.sent',
  'resource.create',
  'resource.delete',
  'schema.migrate',
  'session.end_all',
] as const;

/** The name of an audit event. */
export type AuditEventName = keyof typeof auditEvents | (typeof serviceEvents)[number];

/**
 * Whether users can see this event: false for events that only operators see, and for unknown ones of a newer release.
 */
export function isAuditEvent(event: string): event is keyof typeof auditEvents {
  return Object.hasOwn(auditEvents, event);
}

/** Returns the declaration of an event; undefined for one that users cannot see. */
export function getDeclaration(event: string): AuditEventDeclaration | undefined {
  return isAuditEvent(event) ? auditEvents[event] : undefined;
}

/** An event with its subject and result. It contains neither secrets nor member values. */
export interface AuditRecord {
  /** The name of the event. */
  readonly event: AuditEventName;
  /** The account, or the owner of the application, token or grant. Null if the event concerns no account. */
  readonly accountId: string | null;
  /** The application that the event concerns. */
  readonly applicationId?: string;
  /** The error code of a refusal. Default: the event succeeded */
  readonly refusal?: ErrorCode;
  /**
   * The names of the sent members, or that of the subscription with the id of an event, the kind of the mail, or
   * numbers.
   */
  readonly members?: readonly string[];
  /** An operator's note. */
  readonly reason?: string | undefined;
  /** The caller. */
  readonly requester: Requester;
}

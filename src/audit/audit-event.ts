import type { ErrorCode } from '../language/catalogues/index.js';
import type { Requester } from './requester.js';

/** The bounds of the days for which events are kept; PostgreSQL refuses to delete them before the minimum. */
export const auditDaysLimits = { min: 30, max: 3_650 };

/** The bounds of the days for which events keep their source; PostgreSQL refuses to remove it before the minimum. */
export const auditSourceDaysLimits = { min: 7, max: 3_650 };

/** The kinds of audit events that accounts see of their own; the names are stable. */
export const auditEvents = [
  'account.create',
  'account.update',
  'account.delete',
  'account.suspend',
  'account.restore',
  'account.export',
  'account.read',
  'permissions.change',
  'account.authenticate',
  'password.change',
  'password.reset',
  'reset.start',
  'reset.reveal',
  'email.verify',
  'email.restore',
  'factor.add',
  'factor.remove',
  'factor.use',
  'passkey.add',
  'passkey.rename',
  'passkey.remove',
  'passkey.use',
  'recovery.use',
  'recovery.replace',
  'removal.start',
  'removal.stop',
  'session.confirm',
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
export type AuditEventName = (typeof auditEvents | typeof serviceEvents)[number];

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

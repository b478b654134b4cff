import type { AuditEventName } from '../../audit/audit-event.js';

/** The type of the events by which this service asks itself for a mail. */
export const mailRequested = 'mail.requested';

/** A change of which the owner is told by mail. */
export type Notice =
  | 'account-deleted'
  | 'factor-added'
  | 'factor-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'recovery-used';

/**
 * The rows that a change locks before anything else, in this order everywhere: applications, then the account. `nothing`
 * is for changes whose own statement decides.
 */
export type Lock = 'account' | 'application' | 'account with applications' | 'nothing';

/** What a change has besides its audit event. */
export interface ChangeDeclaration {
  /** Default: `account` */
  readonly locks?: Lock;
  /** The mail that tells the owner, requested in the transaction of the change. Default: none */
  readonly notice?: Notice;
  /** Whether it deletes more rows than one transaction may, the rest of them afterwards. Default: false */
  readonly deletesInBatches?: boolean;
}

/** The changes that have more than the defaults, by their audit event. */
export const changeDeclarations: Partial<Record<AuditEventName, ChangeDeclaration>> = {
  'account.create': { locks: 'nothing' },
  'account.delete': {
    locks: 'account with applications',
    notice: 'account-deleted',
    deletesInBatches: true,
  },
  'password.change': { deletesInBatches: true },
  'password.reset': { deletesInBatches: true },
  'factor.add': { notice: 'factor-added' },
  'factor.remove': { notice: 'factor-removed' },
  'passkey.add': { notice: 'passkey-added' },
  'passkey.remove': { notice: 'passkey-removed' },
  'recovery.use': { notice: 'recovery-used' },
  'application.update': { locks: 'application' },
  'application.delete': { locks: 'application', deletesInBatches: true },
  'secret.rotate': { locks: 'application' },
  'token.create': { locks: 'application' },
  'token.reveal': { locks: 'application' },
  'token.revoke': { locks: 'application' },
  'grant.redeem': { locks: 'nothing' },
  'grant.refresh': { locks: 'nothing' },
  'grant.reuse': { locks: 'nothing' },
};

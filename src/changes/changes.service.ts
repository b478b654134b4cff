import { Injectable } from '@nestjs/common';
import { getDeclaration, type AuditRecord, type Lock } from '../audit/audit-event.js';
import { AuditEventsRepository } from '../audit/audit-events.repository.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { ChangeLog } from '../database/change-log.js';
import { toAccount, type AccountJson } from '../database/account-json.js';
import { isDeadlock } from '../database/connection/database-failure.js';
import { PrismaService } from '../database/prisma.service.js';
import { DeletionsRepository } from '../database/purge/deletions.repository.js';
import type { Account, AuditEvent, Transaction } from '../database/records.js';
import { EventDeliveriesRepository, mailRequested } from '../events/event-deliveries.repository.js';
import { PrincipalCache } from '../principals/principal-cache.js';
import { lockAccount, lockApplication } from './account-lock.js';
import { Change } from './change.js';
import { toConditions, getRequester, type Proof } from './proof.js';

/** How often a change is retried after a deadlock. The other transaction is committed by then. */
const repetitions = 2;

/** A change to be made: its audit event, and overrides of the event's declaration. */
export interface ChangeRecord extends Omit<AuditRecord, 'event' | 'requester'> {
  /** The audit event. Default: none, because the event of an outer change covers it */
  readonly event?: AuditRecord['event'];
  /** Allows the change, and names its caller. */
  readonly proof: Proof;
  /** The rows to lock. Default: those that the event declares */
  readonly locks?: Lock;
}

/** The events of one change, which are written together. The first one determines the locks. */
export type ChangeRecords = readonly [ChangeRecord, ...ChangeRecord[]];

/**
 * The only way to change data. A change checks its proof, and writes its audit event and the declared mail, in its own
 * transaction. When the transaction ends, with either outcome, cached principals are dropped. After a commit, the event
 * is logged and delivered.
 */
@Injectable()
export class ChangesService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly audit: AuditTrail,
    private readonly auditEvents: AuditEventsRepository,
    private readonly deliveries: EventDeliveriesRepository,
    private readonly deletions: DeletionsRepository,
    private readonly principals: PrincipalCache,
    private readonly changeLog: ChangeLog,
  ) {}

  /**
   * Makes a change in its own transaction, in that of an outer change, or in that of the host. The host may still roll
   * back its transaction, so the log does not mention such a change.
   *
   * @param work returns undefined or false if nothing had to be changed. It runs again after a deadlock
   * @returns the result of `work`; undefined if the account or application does not exist, or its credentials differ
   * from the proof's
   * @throws InvalidTokenError if the session or token of the proof has ended
   */
  async run<T>(
    records: ChangeRecord | ChangeRecords,
    work: (change: Change) => Promise<T>,
    outer?: Change,
  ): Promise<T | undefined> {
    const all = asArray(records);
    if (outer) return this.make(all, outer, work);
    const { transaction: host } = getRequester(all[0].proof);
    let change: Change | undefined;
    const make = (transaction: Transaction) => {
      change = new Change(this.prisma, transaction);
      return this.make(all, change, work);
    };
    try {
      if (host) return await make(host);
      const made = await despiteDeadlocks(() => this.prisma.$transaction(make));
      this.audit.log(change!.events);
      return made;
    } finally {
      if (change) this.follow(change);
    }
  }

  /**
   * Updates an account in one statement that also checks the proof and writes the audit event, in one round trip. The
   * account's tokens stay unchanged.
   *
   * @param sql an update that returns {@link accountJson} as `json`; no row means that nothing changed
   * @throws TypeError for an event that {@link fitsStatement} rejects
   */
  async statement(
    record: ChangeRecord,
    sql: string,
    values: readonly unknown[],
  ): Promise<Account | undefined> {
    if (!fitsStatement([record]))
      throw new TypeError('This change needs a transaction: use run().');
    const events = this.toEvents([record]);
    const { accountId } = record;
    try {
      const [changed] = await despiteDeadlocks(() =>
        this.auditEvents.changeInStatement<AccountJson>(events, sql, values),
      );
      if (!changed) return undefined;
      const account = toAccount(changed);
      this.principals.renew(account);
      this.changeLog.forget(account.id, account.revision);
      this.audit.log(events);
      return account;
    } catch (error) {
      if (accountId !== null) this.changeLog.forget(accountId);
      throw error;
    }
  }

  private async make<T>(
    records: ChangeRecords,
    change: Change,
    work: (change: Change) => Promise<T>,
  ): Promise<T | undefined> {
    if (!(await this.lock(records[0], change))) return undefined;
    const earlier = change.events.length;
    const changed = await work(change);
    if (!changed) return changed;
    const { unchanged } = change;
    change.unchanged = [];
    const isMade = ({ members = [] }: ChangeRecord) =>
      members.length === 0 || members.some((name) => !unchanged.includes(name));
    const made = records.filter(isMade);
    const events = this.toEvents(made);
    if (events.length > 0) await this.auditEvents.insert(events, change.models);
    // Insert the events before those of nested changes.
    change.events.splice(earlier, 0, ...events);
    for (const record of made) {
      const { notice, deletesInBatches = false } = getDeclaration(record.event ?? '') ?? {};
      change.deletesInBatches ||= deletesInBatches;
      if (!notice || record.accountId === null) continue;
      const data = { kind: notice, ...change.notice };
      await this.deliveries.write(mailRequested, record.accountId, data, change.models);
    }
    for (const { queue, data } of change.mails.splice(0)) {
      await this.deliveries.write(mailRequested, queue, data, change.models);
    }
    return changed;
  }

  /** Locks the rows that the change declares, and marks their cached principals as changed. */
  private async lock(record: ChangeRecord, change: Change): Promise<boolean> {
    const { accountId, applicationId, proof } = record;
    const locks = getLock(record);
    if (locks === 'nothing' || accountId === null) return true;
    const conditions = toConditions(proof);
    const { endsTokens = false } = getDeclaration(record.event ?? '') ?? {};
    const locksApplication = locks === 'application';
    change.ends(locksApplication ? applicationId! : accountId);
    if (!(await lockAccount(change, accountId, conditions, endsTokens))) return false;
    return !locksApplication || lockApplication(change, applicationId!, accountId);
  }

  private follow({ ended, deletesInBatches }: Change): void {
    for (const id of ended) this.changeLog.forget(id);
    if (deletesInBatches) this.deletions.finish();
  }

  private toEvents(records: readonly ChangeRecord[]): AuditEvent[] {
    return records.flatMap(({ event, proof, ...about }) =>
      event ? [this.audit.toEvent({ event, ...about, requester: getRequester(proof) })] : [],
    );
  }
}

/** A statement cannot tell which of several events happened, and cannot do what an event declares, such as a mail. */
export function fitsStatement(
  records: readonly ChangeRecord[],
): records is readonly [ChangeRecord] {
  const [record, ...others] = records;
  if (!record || others.length > 0) return false;
  const { notice, endsTokens, deletesInBatches } = getDeclaration(record.event ?? '') ?? {};
  return !notice && !endsTokens && !deletesInBatches && getLock(record) !== 'application';
}

async function despiteDeadlocks<T>(attempt: () => Promise<T>): Promise<T> {
  for (let repeated = 0; ; repeated++) {
    try {
      return await attempt();
    } catch (error) {
      if (repeated === repetitions || !isDeadlock(error)) throw error;
    }
  }
}

function asArray(records: ChangeRecord | ChangeRecords): ChangeRecords {
  return 'proof' in records ? [records] : records;
}

function getLock({ event, locks }: ChangeRecord): Lock {
  return locks ?? getDeclaration(event ?? '')?.locks ?? 'account';
}

import { Injectable } from '@nestjs/common';
import { declarationOf, type AuditRecord, type Lock } from '../audit/audit-event.js';
import { AuditEventsRepository } from '../audit/audit-events.repository.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { accountOf, type AccountJson } from '../database/account-json.js';
import { isDeadlock } from '../database/connection/database-failure.js';
import { PrismaService } from '../database/prisma.service.js';
import { DeletionsRepository } from '../database/purge/deletions.repository.js';
import type { Account, AuditEvent, Transaction } from '../database/records.js';
import { EventDeliveriesRepository, mailRequested } from '../events/event-deliveries.repository.js';
import { PrincipalCache } from '../principals/principal-cache.js';
import { lockAccount, lockApplication } from './account-lock.js';
import { Change } from './change.js';
import { conditionsOf, requesterOf, type Proof } from './proof.js';

/** How often a change is made again that PostgreSQL rolled back to end a deadlock: the other one is committed by then. */
const repetitions = 2;

/** A change that is about to be made: its audit event, and what differs from the declaration of that event. */
export interface ChangeRecord extends Omit<AuditRecord, 'event' | 'requester'> {
  /** The kind of audit event. Default: none, because that of a larger change tells of it */
  readonly event?: AuditRecord['event'];
  /** What allows it, with its caller. */
  readonly proof: Proof;
  /** Default: what the event declares */
  readonly locks?: Lock;
}

/** A change has one event or several, which are written together. The first one says what is locked. */
export type ChangeRecords = ChangeRecord | readonly ChangeRecord[];

/**
 * The one way to change something. A change takes what allows it into its transaction, and writes its audit event
 * and the mail that it declares there. When the transaction has ended, whatever its outcome, cached principals are
 * dropped; when it was committed, the event is logged and delivered.
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
  ) {}

  /**
   * Makes a change in a transaction of its own, in that of a larger change, or in that of the host which its caller has:
   * that may still be rolled back, so the log has no line of it.
   *
   * @param work makes it; a result that is undefined or false means that nothing had to be changed. It is called again
   *   when PostgreSQL has rolled back a transaction of ours to end a deadlock
   * @returns undefined also where the account or application does not exist, or has other credentials than those of the
   *   proof
   * @throws InvalidTokenError when the session or token of the proof has ended
   */
  async run<T>(
    records: ChangeRecords,
    work: (change: Change) => Promise<T>,
    larger?: Change,
  ): Promise<T | undefined> {
    const all = asArray(records);
    if (larger) return this.make(all, larger, work);
    const { transaction: host } = requesterOf(all[0]!.proof);
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
   * Updates an account in one statement, which also checks the proof and writes the audit event: one round
   * trip, and no lock before it.
   *
   * The tokens of the account stay as they are.
   *
   * @param sql with `RETURNING` of {@link accountJson} as its one column `json`; no row means that nothing was changed
   * @throws TypeError for an event that {@link fitsStatement} rejects
   */
  async statement(
    record: ChangeRecord,
    sql: string,
    values: readonly unknown[],
  ): Promise<Account | undefined> {
    if (!fitsStatement([record]))
      throw new TypeError('This change needs a transaction: use run().');
    const events = this.eventsOf([record]);
    const { accountId } = record;
    try {
      const [changed] = await despiteDeadlocks(() =>
        this.auditEvents.changeInStatement<AccountJson>(events, sql, values),
      );
      if (!changed) return undefined;
      const account = accountOf(changed);
      this.principals.renew(account);
      this.audit.log(events);
      return account;
    } catch (error) {
      if (accountId !== null) this.principals.forget(accountId);
      throw error;
    }
  }

  private async make<T>(
    records: readonly ChangeRecord[],
    change: Change,
    work: (change: Change) => Promise<T>,
  ): Promise<T | undefined> {
    if (!(await this.lock(records[0]!, change))) return undefined;
    const earlier = change.events.length;
    const changed = await work(change);
    if (!changed) return changed;
    const { unchanged } = change;
    change.unchanged = [];
    const made = records.filter(
      ({ members = [] }) =>
        members.length === 0 || members.some((name) => !unchanged.includes(name)),
    );
    const events = this.eventsOf(made);
    if (events.length > 0) await this.auditEvents.insert(events, change.models);
    // Before those of the changes that are part of it.
    change.events.splice(earlier, 0, ...events);
    for (const record of made) {
      const { notice, deletesInBatches = false } = declarationOf(record.event ?? '') ?? {};
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

  /** Locks what the change declares, and says that its cached principals have changed. */
  private async lock(record: ChangeRecord, change: Change): Promise<boolean> {
    const { accountId, applicationId, proof } = record;
    const locks = lockOf(record);
    if (locks === 'nothing' || accountId === null) return true;
    const { models } = change;
    const conditions = conditionsOf(proof);
    const { endsTokens = false } = declarationOf(record.event ?? '') ?? {};
    if (locks === 'application') {
      change.ends(applicationId!);
      const application = { id: applicationId!, ownerId: accountId };
      return lockApplication(this.prisma, models, application, conditions, endsTokens);
    }
    change.ends(accountId);
    return lockAccount(this.prisma, models, accountId, conditions, endsTokens);
  }

  private follow({ ended, deletesInBatches }: Change): void {
    for (const id of ended) this.principals.forget(id);
    if (deletesInBatches) this.deletions.finish();
  }

  private eventsOf(records: readonly ChangeRecord[]): AuditEvent[] {
    return records.flatMap(({ event, proof, ...about }) =>
      event ? [this.audit.eventOf({ event, ...about, requester: requesterOf(proof) })] : [],
    );
  }
}

/**
 * Whether one statement can make a change: it has one event, because the statement cannot tell which of several happened,
 * and that declares nothing that takes another statement, such as a mail.
 */
export function fitsStatement(
  records: readonly ChangeRecord[],
): records is readonly [ChangeRecord] {
  const [record, ...others] = records;
  if (!record || others.length > 0) return false;
  const { notice, endsTokens, deletesInBatches } = declarationOf(record.event ?? '') ?? {};
  return !notice && !endsTokens && !deletesInBatches && lockOf(record) !== 'application';
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

function asArray(records: ChangeRecords): readonly ChangeRecord[] {
  return 'proof' in records ? [records] : records;
}

function lockOf({ event, locks }: ChangeRecord): Lock {
  return locks ?? declarationOf(event ?? '')?.locks ?? 'account';
}

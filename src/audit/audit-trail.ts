import { Injectable, Logger } from '@nestjs/common';
import { isDatabaseUnavailable } from '../database/connection/database-failure.js';
import type { AuditEvent } from '../database/records.js';
import type { AuditRecord } from './audit-event.js';
import {
  AuditEventsRepository,
  type AuditQuery,
  type Deletion,
  type DeletionPosition,
} from './audit-events.repository.js';
import { isIdentifier, newIdentifier } from '../database/identifier.js';
import { readPosition, type ListPosition } from '../database/list-position.js';
import type { FoundPage } from '../database/newest-first.js';
import { ipAddress } from './ip-address.js';
import { isAuditedOperator, longestOperatorName } from './operator-name.js';
import type { Requester } from '../request/requester.js';

const operatorRule = `The name of an operator has at most ${longestOperatorName} visible characters.`;

/** The caller as events record it, if its channel knows it. */
interface AuditedCaller extends Pick<Requester, 'channel' | 'source' | 'requestId'> {
  readonly accountId?: string | undefined;
  readonly applicationId?: string | undefined;
  readonly device?: string | undefined;
  readonly operator?: string | undefined;
  readonly reason?: string | undefined;
}

/** How long a response waits for its events to be stored. */
const timeoutMs = 1_000;

/** While PostgreSQL is slow or unavailable. */
const maxWaiting = 10_000;

/** How often a page is continued after a search that examined too many events. */
const maxSearches = 5;

const deletionsOnPage = 1_000;

/** The result of an event that was not refused. */
export const succeeded = 'succeeded';

/** A stored event. Repetitions within an hour are one event, with the `requestId` of the first. */
export interface ReadAuditEvent extends AuditEvent {
  /** The time of the last of `count` events; `at` is that of the first. */
  readonly lastAt: Date;
  /** The name of the application it concerns; undefined if that was deleted. */
  readonly applicationName: string | undefined;
  /** The name of the calling application; undefined if that was deleted. */
  readonly clientName: string | undefined;
}

/**
 * Records the actor, action, time, source and result of each event, in a table that triggers protect from changes and
 * in the log. `ChangesService` writes the event of a change in the same transaction. Events without a change are
 * written in batches, one statement at a time, and the response waits for that.
 */
@Injectable()
export class AuditTrail {
  private readonly logger = new Logger('AuditTrail');
  private waiting: AuditEvent[] = [];
  private isRetry = false;
  private next: Promise<void> | undefined;
  private writing: Promise<void> = Promise.resolve();
  private readonly eventObservers: ((events: readonly AuditEvent[]) => void)[] = [];
  private readonly changeObservers: ((events: readonly AuditEvent[]) => void)[] = [];

  constructor(private readonly repository: AuditEventsRepository) {}

  /** Writes an event without a change, such as a refusal. Never fails: the event is also in the log. */
  record(record: AuditRecord): Promise<void> {
    const event = this.toEvent(record);
    this.report([event]);
    this.waiting.push(event);
    if (this.waiting.length > maxWaiting) this.keepLatest(this.waiting);
    return this.writeSoon();
  }

  /**
   * Writes the outcome of a mail together with its event for subscribers. Fails only while PostgreSQL is unavailable,
   * and can then be repeated with the same event. If PostgreSQL refuses it, sending the mail again would not help.
   */
  async recordMail(event: AuditEvent): Promise<void> {
    await this.repository.insertMail(event).catch((error: Error) => {
      if (isDatabaseUnavailable(error)) throw error;
      this.giveUp(1, error.message);
    });
    this.log([event]);
  }

  /** Creates an event without writing it. @throws TypeError for an invalid operator name */
  toEvent(record: AuditRecord): AuditEvent {
    const { event, refusal, accountId, applicationId = null, members = [], requester } = record;
    const caller: AuditedCaller = requester;
    const { channel, source, requestId, operator = null } = caller;
    if (operator !== null && !isAuditedOperator(operator)) throw new TypeError(operatorRule);
    const at = new Date();
    return {
      id: newIdentifier(),
      at,
      event,
      result: refusal ?? succeeded,
      accountId,
      applicationId,
      actorId: caller.accountId ?? null,
      clientId: caller.applicationId ?? null,
      channel,
      source: (source && ipAddress(source)) || null,
      device: caller.device || null,
      // Another system chose the id.
      requestId: requestId?.slice(0, 160).replaceAll(/\p{C}/gu, '') ?? null,
      members: [...members],
      count: 1,
      lastAt: at,
      operator,
      reason: record.reason ?? caller.reason ?? null,
    };
  }

  /** Logs the events of a change once it is committed, and calls the observers. */
  log(events: readonly AuditEvent[]): void {
    this.report(events);
    for (const observer of this.changeObservers) observer(events);
  }

  /** The events without a change that wait in memory, because PostgreSQL is slow or unavailable. */
  get waitingEvents(): number {
    return this.waiting.length;
  }

  /** Registers a callback for the events of this process. It runs once their changes are committed. */
  onChange(observer: (events: readonly AuditEvent[]) => void): void {
    this.changeObservers.push(observer);
  }

  /** Registers a callback for all events of this process; those of a change follow its commit. */
  onEvent(observer: (events: readonly AuditEvent[]) => void): void {
    this.eventObservers.push(observer);
  }

  /** Returns a page of events, newest first. It takes a long time if few of very many events match. */
  list(query: AuditQuery): Promise<ReadAuditEvent[]> {
    return this.search(query, Infinity).then(({ rows }) => rows);
  }

  /** Returns a page like {@link list}, but examines a limited number of events: with an `end`, older ones may match. */
  listPage(query: AuditQuery): Promise<FoundPage<ReadAuditEvent>> {
    return this.search(query, maxSearches);
  }

  private async search(
    { before, ...query }: AuditQuery,
    most: number,
  ): Promise<FoundPage<ReadAuditEvent>> {
    // The id of a repeated event is a digest that others can compute, so it must not tell them about other accounts.
    const { accountId } = query;
    let position = before === undefined ? undefined : await this.findPosition(before, accountId);
    if (before !== undefined && !position) return { rows: [] };
    const rows: ReadAuditEvent[] = [];
    for (let searched = 0; searched < most; searched++) {
      const limit = query.limit - rows.length;
      const found = await this.listFrom(position, { ...query, limit });
      rows.push(...found.rows);
      position = found.end;
      if (!position || rows.length >= query.limit) break;
    }
    return position ? { rows, end: position } : { rows };
  }

  /**
   * Returns a page of events, beginning after a position of {@link findPosition}. It may have fewer than `limit` events
   * and an `end`, after which the next page begins.
   */
  async listFrom(
    position: ListPosition | undefined,
    { limit, ...filter }: Omit<AuditQuery, 'before'>,
  ): Promise<FoundPage<ReadAuditEvent>> {
    const { accountId, actorId, applicationId } = filter;
    const isKnown = (id: string | undefined) => id === undefined || isIdentifier(id);
    if (![accountId, actorId, applicationId].every(isKnown)) return { rows: [] };
    const { rows: events, ...end } = await this.repository.list(filter, limit, position);
    const ids = events.flatMap(({ applicationId, clientId }) => [applicationId, clientId]);
    const known = [...new Set(ids)].filter((id) => id !== null);
    const names = await this.repository.applicationNames(known);
    const rows = events.map((event) => ({
      ...event,
      lastAt: event.lastAt ?? event.at,
      applicationName: names.get(event.applicationId ?? ''),
      clientName: names.get(event.clientId ?? ''),
    }));
    return { rows, ...end };
  }

  /**
   * Returns the position of an event, or the one that `next` of a page names; undefined if neither exists.
   *
   * @param accountId the account that the event must be about. Default: any
   */
  async findPosition(before: string, accountId?: string): Promise<ListPosition | undefined> {
    const position = readPosition(before);
    if (position || !isIdentifier(before)) return position;
    return this.repository.findPosition(before, accountId);
  }

  /** Iterates over account deletions, oldest first, as far as their events are stored. */
  async *deletions(since = new Date(0)): AsyncGenerator<Deletion> {
    let after: DeletionPosition | undefined = { at: since, id: '' };
    while (after) {
      const page: Deletion[] = await this.repository.deletions(after, deletionsOnPage);
      yield* page;
      after = page[deletionsOnPage - 1];
    }
  }

  private report(events: readonly AuditEvent[]): void {
    for (const event of events) {
      this.logger[event.result === succeeded ? 'log' : 'warn'](logLine(event));
    }
    for (const observer of this.eventObservers) observer(events);
  }

  private writeSoon(): Promise<void> {
    this.next ??= withinTimeout(this.writing.then(() => this.write()));
    return this.next;
  }

  private write(): Promise<void> {
    const events = this.waiting;
    this.waiting = [];
    this.next = undefined;
    // Otherwise each retry after a lost confirmation would count the events again.
    const write = this.isRetry ? 'insertOnce' : 'insert';
    this.isRetry = false;
    this.writing = this.repository[write](events).catch((error: Error) => {
      if (isDatabaseUnavailable(error)) this.writeLater(events);
      else this.giveUp(events.length, error.message);
    });
    return this.writing;
  }

  private writeLater(events: readonly AuditEvent[]): void {
    this.keepLatest([...events, ...this.waiting]);
    this.isRetry = true;
    setTimeout(() => void this.writeSoon(), timeoutMs).unref();
  }

  private keepLatest(events: AuditEvent[]): void {
    this.waiting = events.slice(-maxWaiting);
    this.giveUp(
      events.length - this.waiting.length,
      'PostgreSQL was slow or unavailable for too long',
    );
  }

  private giveUp(count: number, reason: string): void {
    if (count > 0) this.logger.error(`${count} events are only in the log: ${reason}`);
  }
}

/** Returns the members of the event that have a value, without operators' notes, which do not belong in logs. */
function logLine(logged: AuditEvent): object {
  const { id: _, at: __, count: ___, lastAt: ____, reason: _____, members, ...event } = logged;
  const said = Object.entries(event).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(said), ...(members.length > 0 && { members }) };
}

async function withinTimeout(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs).unref();
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}

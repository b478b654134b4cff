import { hash } from 'node:crypto';
import type { AuditEvent } from '../database/records.js';
import { identifierLength } from '../database/identifier.js';

const hourMs = 60 * 60_000;

/**
 * Folds events within one clock hour that differ only in time and request into one event with a count. Its id is a
 * digest of their common members, so that an earlier row has the same id. Each operator action remains a separate
 * event. The order by id lets two nodes lock the same rows in the same order.
 */
export function foldRepeats(events: readonly AuditEvent[]): AuditEvent[] {
  const folded = new Map<string, AuditEvent>();
  for (const event of events) {
    const id = event.operator === null ? idOfRepeats(event) : event.id;
    const earlier = folded.get(id);
    folded.set(id, earlier ? added(earlier, event) : { ...event, id });
  }
  return [...folded.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function added(earlier: AuditEvent, { count, lastAt }: AuditEvent): AuditEvent {
  const last = lastAt! > earlier.lastAt! ? lastAt : earlier.lastAt;
  return { ...earlier, count: earlier.count + count, lastAt: last };
}

function idOfRepeats({ id: _, requestId: __, at, count: ___, lastAt: ____, ...rest }: AuditEvent) {
  const common = [
    Math.floor(at.getTime() / hourMs),
    ...[rest.event, rest.result, rest.accountId, rest.applicationId],
    ...[rest.actorId, rest.clientId, rest.channel, rest.source],
    ...[...rest.members].sort(),
  ];
  return hash('sha256', JSON.stringify(common), 'hex').slice(0, identifierLength);
}

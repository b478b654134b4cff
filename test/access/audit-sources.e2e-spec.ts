import { AuditSourcesRepository } from '../../src/audit/audit-sources.repository.js';
import { newIdentifier } from '../../src/database/identifier.js';
import type { AuditEvent } from '../../src/database/records.js';
import { ExpiredRowsRepository } from '../../src/database/purge/expired-rows.repository.js';
import { PurgeService } from '../../src/database/purge/purge.service.js';
import { describeService, someForms, type TestService } from '../support/hosts/service.js';

const hour = 60 * 60_000;
const day = 24 * hour;
const refused = /cannot be changed, nor deleted within a year/;
const source = '192.0.2.7';
const device = 'Firefox, Android';

/** An event of this age in milliseconds. */
function getEvent(age: number, accountId: string | null, more: Partial<AuditEvent> = {}) {
  return {
    id: newIdentifier(),
    at: new Date(Date.now() - age),
    event: 'account.authenticate',
    result: 'succeeded',
    accountId,
    channel: 'console',
    source,
    device,
    members: [],
    ...more,
  };
}

const getDeletion = (age: number, accountId: string, more: Partial<AuditEvent> = {}) =>
  getEvent(age, accountId, { event: 'account.delete', ...more });

async function write(service: TestService, ...events: ReturnType<typeof getEvent>[]) {
  await service.prisma.auditEvent.createMany({ data: events });
}

const purge = (service: TestService) => service.app.get(PurgeService, { strict: false }).purge();

/** Purges like a new node, which looks for all deletions. A running node looks only for new ones. */
async function purgeFromTheBeginning({ prisma }: TestService): Promise<void> {
  const sources = new AuditSourcesRepository(prisma, { afterEvent: 90, afterDeletion: 30 });
  await new PurgeService(new ExpiredRowsRepository(prisma, [sources])).purge();
}

/** The sources of events after a purge, in the order of the events. */
async function getSources(service: TestService, ...events: { readonly id: string }[]) {
  const rows = await service.prisma.auditEvent.findMany({
    where: { id: { in: events.map(({ id }) => id) } },
  });
  return events.map(({ id }) => rows.find((row) => row.id === id)!.source);
}

async function getDevices({ prisma }: TestService, ...events: { readonly id: string }[]) {
  const find = ({ id }: { id: string }) => prisma.auditEvent.findUniqueOrThrow({ where: { id } });
  return (await Promise.all(events.map(find))).map((row) => row.device);
}

describeService(
  'The source of an audit event',
  (service) => {
    it('is kept for 90 days, after which the event is kept without it', async () => {
      const { account } = await service().newCaller();
      const old = getEvent(90 * day + 2 * hour, account.id, { requestId: 'a-request' });
      const ofNobody = getEvent(90 * day + 2 * hour, null);
      const kept = getEvent(90 * day, account.id);
      await write(service(), old, ofNobody, kept);
      await purge(service());
      expect(await getSources(service(), old, ofNobody, kept)).toEqual([null, null, source]);
      expect(await service().prisma.auditEvent.findUnique({ where: { id: old.id } })).toMatchObject(
        { ...old, source: null, device: null },
      );
      expect(await getDevices(service(), ofNobody, kept)).toEqual([null, device]);
    });

    it('is removed from all old events, in several batches', async () => {
      const events = Array.from({ length: 1_234 }, () => getEvent(100 * day, newIdentifier()));
      await write(service(), ...events);
      await purge(service());
      const at = { lt: new Date(Date.now() - 91 * day) };
      const where = { at, source: { not: null } };
      expect(await service().prisma.auditEvent.count({ where })).toBe(0);
    });

    it('is kept for 30 days after the account is deleted, regardless of the age of the event', async () => {
      const gone = newIdentifier();
      const events = [getEvent(80 * day, gone), getEvent(31 * day, gone)];
      const deletion = getDeletion(30 * day + 2 * hour, gone);
      const after = getEvent(10 * day, gone);
      const justGone = newIdentifier();
      const ofJustGone = [getEvent(80 * day, justGone), getDeletion(30 * day, justGone)];
      const { account } = await service().newCaller();
      const present = getEvent(80 * day, account.id);
      const refusedDeletion = getDeletion(60 * day, account.id, { result: 'credentials_wrong' });
      await write(service(), ...events, deletion, after, ...ofJustGone, present, refusedDeletion);
      await purge(service());
      expect(await getSources(service(), ...events, deletion, after)).toEqual([
        null,
        null,
        null,
        source,
      ]);
      expect(await getSources(service(), ...ofJustGone, present, refusedDeletion)).toEqual([
        source,
        source,
        source,
        source,
      ]);
      expect(await getDevices(service(), ...events, deletion, after)).toEqual([
        null,
        null,
        null,
        device,
      ]);
    });

    it('is removed from other accounts’ events 30 days after the requesting account is deleted', async () => {
      const gone = newIdentifier();
      const { account } = await service().newCaller();
      const other = newIdentifier();
      const deletion = getDeletion(30 * day + 2 * hour, gone);
      const removed = [
        getEvent(80 * day, account.id, { event: 'account.create', actorId: gone }),
        getEvent(31 * day, null, { actorId: gone }),
      ];
      const kept = [
        getEvent(80 * day, account.id, { event: 'account.create', actorId: other }),
        getEvent(80 * day, gone, { actorId: other, at: new Date(Date.now() - 10 * day) }),
      ];
      await write(service(), deletion, ...removed, ...kept);
      await purgeFromTheBeginning(service());
      expect(await getSources(service(), ...removed)).toEqual([null, null]);
      expect(await getSources(service(), ...kept)).toEqual([source, source]);
    });

    it('is removed from all events of many deleted accounts, in several batches', async () => {
      const { prisma } = service();
      const ids = Array.from({ length: 600 }, () => newIdentifier());
      const events = ids.flatMap((id) => [getEvent(50 * day, id), getEvent(45 * day, id)]);
      await write(service(), ...events, ...ids.map((id, i) => getDeletion(40 * day - i, id)));
      await purgeFromTheBeginning(service());
      const where = { accountId: { in: ids }, source: { not: null } };
      expect(await prisma.auditEvent.count({ where })).toBe(0);
    });

    it('cannot be removed early, replaced or added later', async () => {
      const { auditEvent } = service().prisma;
      const { account } = await service().newCaller();
      const young = getEvent(89 * day, account.id);
      const old = getEvent(91 * day, account.id);
      const without = getEvent(91 * day, account.id, { source: null });
      await write(service(), young, old, without);
      const change = ({ id }: { id: string }, data: object) =>
        expect(auditEvent.update({ where: { id }, data })).rejects.toThrow(refused);
      await change(young, { source: null });
      await change(old, { source: '192.0.2.8' });
      await change(old, { source: null, result: 'credentials_wrong' });
      await change(old, { source: null, count: 2 });
      await change(old, { source: null, lastAt: new Date() });
      await change(without, { source });
      await change(without, { source: null });
    });

    it('is removed together with the browser, which cannot be stored, removed or changed alone', async () => {
      const { prisma } = service();
      const { account } = await service().newCaller();
      const [old, young] = [getEvent(91 * day, account.id), getEvent(0, account.id)];
      const unknown = getEvent(91 * day, account.id, { device: null });
      const without = getEvent(0, account.id, { source: null });
      await write(service(), old, young, unknown, without);
      expect(await getDevices(service(), without)).toEqual([null]);
      for (const [{ id }, data] of [
        [old, { device: null }],
        [old, { device: 'Safari, iOS' }],
        [old, { source: null, device: 'Safari, iOS' }],
        [young, { device: null }],
        [young, { source: null }],
        [unknown, { device }],
        [without, { device }],
      ] as const) {
        await expect(prisma.auditEvent.update({ where: { id }, data })).rejects.toThrow(refused);
      }
      // The statement of nodes of the previous release, which do not know the column.
      for (const { id } of [old, unknown]) {
        await prisma.$executeRaw`UPDATE audit_events SET source = NULL WHERE id = ${id}`;
      }
      expect(await getSources(service(), old, unknown, young)).toEqual([null, null, source]);
      expect(await getDevices(service(), old, unknown, young)).toEqual([null, null, device]);
    });

    it('is kept for a week even if a transaction changes the setting', async () => {
      const { prisma } = service();
      const { account } = await service().newCaller();
      const young = getEvent(6 * day, account.id);
      await write(service(), young);
      for (const days of ['1', '-1', '0']) {
        const removal = prisma.$transaction(async (transaction) => {
          await transaction.$executeRaw`SELECT set_config('nest_accounts.audit_source_days', ${days}, true)`;
          await transaction.auditEvent.update({ where: { id: young.id }, data: { source: null } });
        });
        await expect(removal).rejects.toThrow(refused);
      }
    });
  },
  {},
  someForms,
);

describeService(
  'The source of an audit event with custom retention settings',
  (service) => {
    it('is removed after the configured number of days', async () => {
      const gone = newIdentifier();
      const { account } = await service().newCaller();
      const [old, kept] = [
        getEvent(14 * day + 2 * hour, account.id),
        getEvent(14 * day, account.id),
      ];
      const ofGone = [getEvent(9 * day, gone), getDeletion(7 * day + 2 * hour, gone)];
      await write(service(), old, kept, ...ofGone);
      await purge(service());
      expect(await getSources(service(), old, kept, ...ofGone)).toEqual([null, source, null, null]);
    });
  },
  { auditSourceDays: 14, auditSourceDaysAfterDeletion: 7 },
  someForms,
);

import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { AccountExportService } from '../../src/export/account-export.service.js';
import { describeService, someForms, type TestService } from '../support/hosts/service.js';

/** Writes a hundred thousand events in batches. */
async function writeEvents({ prisma }: TestService, id: string): Promise<void> {
  for (let thousand = 0; thousand < 100; thousand++) {
    await prisma.$executeRaw`
      INSERT INTO audit_events (id, at, event, result, account_id, channel, members)
      SELECT ${id} || ${thousand}::int * 1000 + i, now() - i * INTERVAL '1 hour', 'account.authenticate',
        'succeeded', ${id}, 'console', '{}'
      FROM generate_series(0, 999) AS i`;
  }
}

describeService(
  'The export of an account with a hundred thousand events',
  (service) => {
    it('is read only as fast as it is consumed, and includes each event once', async () => {
      const { prisma, app } = service();
      const person = await service().newCaller();
      const { id } = person.account;
      await writeEvents(service(), id);
      const query = jest.spyOn(prisma, 'queryJson');
      const pages = () => query.mock.calls.filter(([sql]) => sql.includes('audit_events')).length;
      const taken = await app.get(AccountExportService, { strict: false }).export(id);
      await new Promise((resolve) => taken.once('readable', resolve));
      await delay(300);
      const untilTaken = pages();
      const before = (await service().as(person, 'get', '/accounts/me')).status;
      const { audit_events: events } = (await json(taken)) as { audit_events: { id: string }[] };
      expect(before).toBe(200);
      expect(pages()).toBeGreaterThanOrEqual(200);
      query.mockRestore();
      expect(untilTaken).toBeLessThan(20);
      expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
      expect(events.length).toBeGreaterThan(100_000);
    });

    it('reaches an HTTP client completely while other requests are served', async () => {
      const person = await service().newCaller();
      const { id } = person.account;
      await writeEvents(service(), id);
      let isOver = false;
      let served = 0;
      const download = service()
        .as(person, 'get', '/accounts/me/export')
        .then((response) => {
          isOver = true;
          return response;
        });
      while (!isOver) {
        expect((await service().as(person, 'get', '/accounts/me')).status).toBe(200);
        served++;
      }
      const { body } = await download;
      expect(body.audit_events.length).toBeGreaterThan(100_000);
      expect(served).toBeGreaterThan(10);
    });
  },
  {},
  someForms,
);

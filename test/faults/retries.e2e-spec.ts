import { setTimeout as delay } from 'node:timers/promises';
import { startNodes, transports } from '../support/clients/messages.js';
import {
  describeService,
  newEmail,
  password,
  someForms,
  type TestService,
} from '../support/hosts/service.js';

/** Makes statements match rows without changing them. Returns a function that counts these statements. */
async function obstruct({ prisma }: TestService): Promise<() => Promise<number>> {
  const statements = [
    'CREATE SEQUENCE attempts',
    `CREATE FUNCTION obstruct() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN PERFORM nextval('attempts'); RETURN NULL; END $$`,
    `CREATE TRIGGER obstruct BEFORE UPDATE OR DELETE ON accounts
       FOR EACH ROW EXECUTE FUNCTION obstruct()`,
    `CREATE TRIGGER obstruct BEFORE INSERT ON idempotency_keys
       FOR EACH ROW EXECUTE FUNCTION obstruct()`,
  ];
  for (const statement of statements) await prisma.$executeRawUnsafe(statement);
  return async () => {
    const [row] = await prisma.$queryRaw<[{ count: number }]>`
      SELECT last_value::int AS count FROM attempts`;
    return row.count;
  };
}

async function expectNoMore(attempts: () => Promise<number>): Promise<void> {
  // A last attempt may be in progress.
  await delay(100);
  const count = await attempts();
  await delay(800);
  expect(await attempts()).toBe(count);
}

describeService(
  'A change whose statements never take effect',
  (service) => {
    it('returns 503, and is not retried afterwards', async () => {
      const caller = await service().newCaller();
      const attempts = await obstruct(service());
      const account = { name: 'Ada', email: newEmail(), password, language_code: 'en' };
      const answers = await Promise.all([
        service().update(caller, { name: 'New' }),
        service().update(caller, { name: 'New' }).set('If-Match', '*'),
        service().update(caller, { old_password: password, new_password: 'another horse 8' }),
        service().as(caller, 'delete', '/accounts/me'),
        service().as(caller, 'post', '/accounts').set('Idempotency-Key', 'key').send(account),
      ]);
      for (const { status, headers, body } of answers) {
        expect(status).toBe(503);
        expect(body.error).toBe('unavailable');
        expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
      }
      // The pauses grow: without them there would be thousands of attempts.
      expect(await attempts()).toBeLessThan(answers.length * 100);
      await expectNoMore(attempts);
    });
  },
  {},
  someForms,
);

describe.each(transports)(
  'A change whose statements never take effect, over %s',
  (_name, transport) => {
    it('is not retried after the deadline of the message', async () => {
      const cluster = await startNodes(transport, 1);
      try {
        const service = cluster.nodes[0]!;
        const caller = await service.newCaller();
        const attempts = await obstruct(service);
        const { status, body } = await cluster.ask('accounts.update', {
          access_token: caller.token,
          body: { name: 'New' },
          deadline: Date.now() + 1_000,
        });
        expect(status).toBe(504);
        expect(body.error).toBe('deadline_exceeded');
        await expectNoMore(attempts);
      } finally {
        await cluster.close();
      }
    });
  },
);

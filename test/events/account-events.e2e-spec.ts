import { toSid } from '../../src/oauth/openid/session-name.js';
import { Injectable, Module, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Client } from 'pg';
import { byHost } from '../../src/request/requester.js';
import { AccountsModule } from '../../src/accounts.module.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { SuspensionsService } from '../../src/accounts/suspensions/suspensions.service.js';
import { ApplicationsService } from '../../src/applications/applications.service.js';
import type { CreateAccountDto } from '../../src/accounts/dto/create-account.dto.js';
import { accountEventTypes, type AccountEvent } from '../../src/events/account-event.js';
import { OnAccountEvent } from '../../src/events/on-account-event.decorator.js';
import { operatorFeature } from '../../src/operator/operator.feature.js';
import { leastOptions, startHost } from '../support/hosts/guest.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';
import { until } from '../support/until.js';
import { password } from '../support/hosts/service.js';

type Handler = (event: AccountEvent) => unknown;

/** A host with one subscriber to all events and one to deletions only. */
function hostModule(
  database: string,
  everything: Handler,
  deletions: Handler = () => undefined,
  deliverEvents?: boolean,
) {
  @Injectable()
  class Subscribers {
    @OnAccountEvent('everything', ...accountEventTypes)
    async take(event: AccountEvent): Promise<void> {
      await everything(event);
    }

    @OnAccountEvent('deletions', 'account.deleted')
    takeDeletion(event: AccountEvent): unknown {
      return deletions(event);
    }
  }
  @Module({
    imports: [
      AccountsModule.forRoot({
        ...leastOptions({ url: database }),
        deliverEvents,
        features: [operatorFeature()],
      }),
    ],
    providers: [Subscribers],
  })
  class HostModule {}
  return HostModule;
}

const person = (name: string): CreateAccountDto => ({
  name,
  email: `${name}@example.com`,
  password,
  language_code: 'en',
});

describe('Subscribers of a host', () => {
  let database: TestDatabase;
  let client: Client;
  const apps: INestApplication[] = [];
  beforeEach(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close();
    await client.end();
    await database.drop();
  });

  async function start(everything: Handler, deletions?: Handler) {
    const app = await startHost([hostModule(database.url, everything, deletions)]);
    apps.push(app);
    return {
      accounts: app.get(AccountsService, { strict: false }),
      applications: app.get(ApplicationsService, { strict: false }),
      suspensions: app.get(SuspensionsService, { strict: false }),
    };
  }

  async function insertSession(account: string, id: string, lasts = '1 hour'): Promise<void> {
    await client.query(
      `INSERT INTO sessions (id, hash, account_id, user_agent, source, created_at, last_seen_at, expires_at)
       VALUES ($2, convert_to($2, 'UTF8'), $1, '', '', now(), now(), now() + $3::interval)`,
      [account, id, lasts],
    );
  }
  const sessionData = (id: string) => ({ session_id: id, sids: [toSid({ id })] });

  const waiting = async (): Promise<number> => {
    const { rows } = await client.query('SELECT count(*)::int AS count FROM event_deliveries');
    return (rows as [{ count: number }])[0].count;
  };

  it('leave events to the next process if the current one delivers none', async () => {
    const [inScript, inNode] = [[], []] as [AccountEvent[], AccountEvent[]];
    await start(() => undefined);
    await apps.pop()!.close();
    const script = await NestFactory.createApplicationContext(
      hostModule(database.url, (event) => inScript.push(event), undefined, false),
      { logger: false },
    );
    const accounts = script.get(AccountsService, { strict: false });
    const { id } = await accounts.create(person('ada'), byHost);
    await script.close();
    expect([inScript, await waiting()]).toEqual([[], 1]);
    await start((event) => inNode.push(event));
    await until(async () => (await waiting()) === 0);
    expect(inNode).toEqual([expect.objectContaining({ type: 'account.created', account_id: id })]);
  });

  it('receive every event of an account, in order, and every type of event', async () => {
    const events: AccountEvent[] = [];
    const { accounts, applications, suspensions } = await start((event) => events.push(event));
    const { id } = await accounts.create(person('ada'), byHost);
    await accounts.update(id, { name: 'Ada King', phone: '1' }, byHost);
    await accounts.setPreferences(
      id,
      {
        default_push_notification_frequency: 'never',
        email_subscriptions: { quota_exceeded: false },
      },
      byHost,
    );
    await accounts.setPermissions(id, { create_alert: false, read_quotastats: false }, byHost);
    const { application } = await applications.create(id, { name: 'Engine' }, byHost);
    await applications.update(id, application.id, { name: 'Analytical engine' }, byHost);
    await accounts.update(
      id,
      { old_password: password, new_password: 'bernoulli numbers 7' },
      byHost,
    );
    await client.query(
      `UPDATE accounts SET email = 'ada.king@example.com', email_key = 'ada.king@example.com' WHERE id = $1`,
      [id],
    );
    await client.query(
      `INSERT INTO verified_emails (account_id, email, email_key, verified_at)
       SELECT id, email, email_key, now() FROM accounts WHERE id = $1`,
      [id],
    );
    await client.query(
      `INSERT INTO grants (id, account_id, application_id, scope, created_at)
       VALUES ('grant', $1, $2, '{account:read}', now())`,
      [id, application.id],
    );
    await client.query(`UPDATE grants SET scope = '{account:read,openid}'`);
    await client.query(`UPDATE grants SET scope = '{openid}'`);
    await client.query('DELETE FROM grants');
    await insertSession(id, 'session');
    await client.query('DELETE FROM sessions');
    await client.query(`SELECT write_mail_event('mail.sent', $1, 'verification')`, [id]);
    await client.query(`SELECT write_mail_event('mail.rejected', $1, 'password-reset')`, [id]);
    await suspensions.suspend(id, 'sends spam', byHost);
    await suspensions.suspend(id, 'sends more of it', byHost);
    await suspensions.restore(id, byHost);
    await applications.delete(id, application.id, byHost);
    await accounts.delete(id, byHost);
    await until(async () => (await waiting()) === 0);
    expect(events.map(({ type, account_id, data }) => [type, account_id === id, data])).toEqual([
      ['account.created', true, {}],
      ['account.updated', true, { members: ['name', 'phone'] }],
      [
        'account.updated',
        true,
        { members: ['default_push_notification_frequency', 'email_subscriptions'] },
      ],
      ['account.updated', true, { members: ['permissions'] }],
      ['application.created', true, { application_id: application.id }],
      ['application.updated', true, { application_id: application.id, members: ['name'] }],
      ['password.changed', true, {}],
      ['account.updated', true, { members: ['email'] }],
      ['email.changed', true, {}],
      ['email.verified', true, {}],
      ['grant.created', true, { application_id: application.id }],
      [
        'grant.updated',
        true,
        { application_id: application.id, scopes: ['account:read', 'openid'] },
      ],
      ['grant.revoked', true, { application_id: application.id }],
      ['session.ended', true, sessionData('session')],
      ['mail.sent', true, { kind: 'verification' }],
      ['mail.rejected', true, { kind: 'password-reset' }],
      ['account.suspended', true, {}],
      ['account.restored', true, {}],
      ['application.deleted', true, { application_id: application.id }],
      ['account.deleted', true, {}],
    ]);
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(accountEventTypes));
    const revisions = events.map(({ revision }) => revision);
    expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
    expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
    for (const { timestamp } of events) {
      expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(Math.abs(Date.parse(timestamp) - Date.now())).toBeLessThan(60_000);
    }
  });

  it('can be methods of any kind of provider, and each instance subscribes once', async () => {
    const seen: string[] = [];
    class OfValue {
      @OnAccountEvent('of-a-value', 'account.created')
      receive(): void {
        seen.push('value');
      }
    }
    class OfFactory {
      @OnAccountEvent('one', 'account.created')
      @OnAccountEvent('two', 'account.created')
      receive(): void {
        seen.push('factory');
      }
    }
    class Plain {
      receive(): void {}
    }
    const provideValue = { provide: 'VALUE', useValue: new OfValue() };
    @Module({ providers: [provideValue] })
    class OtherModule {}
    @Module({
      imports: [AccountsModule.forRoot(leastOptions({ url: database.url })), OtherModule],
      providers: [
        provideValue,
        { provide: 'ALIAS', useExisting: 'VALUE' },
        { provide: 'SAME', useFactory: (same: object) => same, inject: ['VALUE'] },
        { provide: 'FACTORY', useFactory: async () => new OfFactory() },
        { provide: 'NOTHING', useValue: null },
        { provide: 'BARE', useValue: Object.create(null) as object },
        {
          provide: 'SHADOWED',
          useValue: Object.assign(new Plain(), { receive: 1 }),
        },
      ],
    })
    class HostModule {}
    const app = await startHost([HostModule]);
    apps.push(app);
    await app.get(AccountsService, { strict: false }).create(person('ada'), byHost);
    await until(async () => seen.length >= 3 && (await waiting()) === 0);
    expect(seen.sort()).toEqual(['factory', 'factory', 'value']);
  });

  it('receive events for plain SQL changes and their cascades', async () => {
    const events: AccountEvent[] = [];
    const { accounts, applications } = await start((event) => events.push(event));
    const { id } = await accounts.create(person('ada'), byHost);
    const { id: granterId } = await accounts.create(person('grace'), byHost);
    const { application } = await applications.create(id, { name: 'Engine' }, byHost);
    await client.query(
      `INSERT INTO grants (id, account_id, application_id, scope, created_at) VALUES ('grant', $1, $2, '{}', now())`,
      [granterId, application.id],
    );
    await client.query(`UPDATE accounts SET email_frequency = 'never' WHERE id = $1`, [id]);
    await client.query('DELETE FROM accounts WHERE id = $1', [id]);
    await until(async () => (await waiting()) === 0);
    const listChanges = (account: string) =>
      events
        .filter(({ account_id, type }) => account_id === account && type !== 'account.created')
        .map(({ type, data }) => [type, data]);
    expect(new Set(events.map((event) => event.id)).size).toBe(events.length);
    expect(listChanges(id)).toEqual([
      ['application.created', { application_id: application.id }],
      ['account.updated', { members: ['default_email_notification_frequency'] }],
      ['account.deleted', {}],
    ]);
    expect(listChanges(granterId)).toEqual([
      ['grant.created', { application_id: application.id }],
      ['grant.revoked', { application_id: application.id }],
    ]);
  });

  it('receive one event for a deleted account and none for its applications', async () => {
    const events: AccountEvent[] = [];
    const { accounts, applications } = await start((event) => events.push(event));
    const { id } = await accounts.create(person('ada'), byHost);
    await applications.create(id, { name: 'Engine' }, byHost);
    await accounts.delete(id, byHost);
    await until(async () => (await waiting()) === 0);
    expect(events.map(({ type }) => type)).toEqual([
      'account.created',
      'application.created',
      'account.deleted',
    ]);
  });

  it.each(['the service', 'plain SQL'])(
    'receive the end of each live session before the deletion of its account by %s',
    async (by) => {
      const events: AccountEvent[] = [];
      const { accounts } = await start((event) => events.push(event));
      const { id } = await accounts.create(person('ada'), byHost);
      const { id: otherId } = await accounts.create(person('grace'), byHost);
      for (const name of ['one', 'two']) await insertSession(id, name);
      await insertSession(id, 'expired', '-1 second');
      await insertSession(otherId, 'other');
      if (by === 'the service') await accounts.delete(id, byHost);
      else {
        await client.query(
          `BEGIN; UPDATE accounts SET name = 'King' WHERE email LIKE 'ada@%'; DELETE FROM accounts WHERE email LIKE 'ada@%'; COMMIT`,
        );
      }
      await until(async () => (await waiting()) === 0);
      const ofAda = events.filter(({ account_id }) => account_id === id).slice(1);
      const updated = by === 'plain SQL' ? ['account.updated'] : [];
      const ended = ['session.ended', 'session.ended'];
      expect(ofAda.map(({ type }) => type)).toEqual([...updated, ...ended, 'account.deleted']);
      const sessions = ofAda.filter(({ type }) => type === 'session.ended');
      expect(sessions.map(({ data }) => data)).toEqual(
        expect.arrayContaining([sessionData('one'), sessionData('two')]),
      );
      const revisions = ofAda.map(({ revision }) => revision);
      expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
      expect(await client.query(`SELECT FROM sessions WHERE account_id = $1`, [id])).toMatchObject({
        rowCount: 0,
      });
    },
  );

  it('receive no event for a session that has expired', async () => {
    const events: AccountEvent[] = [];
    const { accounts } = await start((event) => events.push(event));
    const { id } = await accounts.create(person('ada'), byHost);
    await insertSession(id, 'expired', '-1 second');
    await insertSession(id, 'live');
    await client.query('DELETE FROM sessions');
    await until(async () => (await waiting()) === 0);
    expect(events.slice(1).map(({ data }) => data)).toEqual([sessionData('live')]);
  });

  it('receive the end of all sessions with a new password', async () => {
    const events: AccountEvent[] = [];
    const { accounts } = await start((event) => events.push(event));
    const { id } = await accounts.create(person('ada'), byHost);
    await insertSession(id, 'session');
    const passwords = { old_password: password, new_password: 'bernoulli numbers 7' };
    await accounts.update(id, passwords, byHost);
    await until(async () => (await waiting()) === 0);
    expect(events.map(({ type }) => type).sort()).toEqual([
      'account.created',
      'password.changed',
      'session.ended',
    ]);
  });

  it('receive no event about a mail to a deleted account', async () => {
    const events: AccountEvent[] = [];
    const { accounts } = await start((event) => events.push(event));
    const { id } = await accounts.create(person('ada'), byHost);
    await accounts.delete(id, byHost);
    await client.query(`SELECT write_mail_event('mail.sent', $1, 'account-deleted')`, [id]);
    await until(async () => (await waiting()) === 0);
    expect(events.map(({ type }) => type)).toEqual(['account.created', 'account.deleted']);
  });

  it('receive no event for a change that is rolled back', async () => {
    const events: AccountEvent[] = [];
    const { accounts } = await start((event) => events.push(event));
    await accounts.create(person('ada'), byHost);
    await client.query('BEGIN; DELETE FROM accounts; ROLLBACK');
    await accounts.create(person('grace'), byHost);
    await until(async () => (await waiting()) === 0);
    expect(events.map(({ type }) => type)).toEqual(['account.created', 'account.created']);
  });

  it('receive a failed event again with the same id, before any later event', async () => {
    const tries: AccountEvent[] = [];
    const { accounts } = await start((event) => {
      tries.push(event);
      if (tries.length < 3) throw new Error('not yet');
    });
    const { id } = await accounts.create(person('ada'), byHost);
    await accounts.update(id, { name: 'Ada King' }, byHost);
    await until(async () => (await waiting()) === 0);
    const [first, second, third, last] = tries;
    expect([second!.id, third!.id]).toEqual([first!.id, first!.id]);
    expect(tries.map(({ type }) => type)).toEqual([
      'account.created',
      'account.created',
      'account.created',
      'account.updated',
    ]);
    expect(last!.revision).toBe(2);
  });

  it('do not wait for one another', async () => {
    const deleted: string[] = [];
    const { accounts } = await start(
      () => {
        throw new Error('poisoned');
      },
      ({ account_id }) => deleted.push(account_id),
    );
    const { id } = await accounts.create(person('ada'), byHost);
    await accounts.delete(id, byHost);
    await until(() => deleted.length === 1);
    expect(deleted).toEqual([id]);
    await until(async () => (await waiting()) === 2);
  });

  it('share events among the nodes, and each event goes to only one of them', async () => {
    const events: AccountEvent[][] = [[], [], []];
    const nodes = await Promise.all(events.map((own) => start((event) => own.push(event))));
    const count = 40;
    for (let i = 0; i < count; i++) {
      await client.query(
        `INSERT INTO accounts (id, name, email, email_key, language_code, created_at, updated_at, password_hash)
         VALUES ($1, 'Ada', $1, $1, 'en', now(), now(), 'hash')`,
        [`account ${i}`],
      );
    }
    expect(nodes).toHaveLength(3);
    await until(async () => (await waiting()) === 0);
    const ids = events.flat().map(({ account_id }) => account_id);
    expect(ids.sort()).toEqual(Array.from({ length: count }, (_, i) => `account ${i}`).sort());
  });

  it('are required for events to be stored', async () => {
    const app = await startHost([AccountsModule.forRoot(leastOptions({ url: database.url }))]);
    apps.push(app);
    const accounts = app.get(AccountsService, { strict: false });
    const { id } = await accounts.create(person('ada'), byHost);
    await accounts.delete(id, byHost);
    expect(await waiting()).toBe(0);
  });
});

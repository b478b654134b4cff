import { setTimeout as delay } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import { byHost } from '../../src/request/requester.js';
import { withCredentials } from '../../src/changes/proof.js';
import { PurgeService } from '../../src/database/purge/purge.service.js';
import { hashToken, newAccessToken } from '../../src/principals/access-token.js';
import { newIdentifier } from '../../src/database/identifier.js';
import { SessionsService } from '../../src/access/sessions/sessions.service.js';
import { restoreClock, setClock } from '../support/processes/clock.js';
import { newClient, refresh, tokensFor } from '../support/clients/oauth.js';
import { newPerson } from '../support/clients/person.js';
import { describeService, type Caller, type TestService } from '../support/hosts/service.js';

const minute = 60_000;
const hour = 60 * minute;

describeService('Expiry', (running) => {
  let service: TestService;
  let caller: Caller;
  beforeAll(async () => {
    service = running();
    caller = await service.newCaller();
  });

  const bytes = () => new Uint8Array(randomBytes(32));
  const purge = () => service.app.get(PurgeService, { strict: false }).purge();

  /** Creates an OAuth token, its authorization, a session and an idempotency key that expire then. */
  async function rowsUntil(expiresAt: Date) {
    const { prisma } = service;
    const createdAt = new Date();
    const { applicationId } = caller;
    const accountId = caller.account.id;
    const grant = await prisma.grant.upsert({
      where: { accountId_applicationId: { accountId, applicationId } },
      create: { id: newIdentifier(), accountId, applicationId, scope: [], createdAt },
      update: {},
    });
    const { id: authorizationId } = await prisma.authorization.create({
      data: { id: newIdentifier(), grantId: grant.id, codeHash: bytes(), createdAt, expiresAt },
    });
    const token = newAccessToken();
    await prisma.accessToken.create({
      data: {
        hash: hashToken(token),
        kind: 'oauth',
        accountId,
        applicationId,
        authorizationId,
        scope: ['account:read'],
        createdAt,
        expiresAt,
      },
    });
    const session = { id: newIdentifier(), hash: bytes(), accountId, userAgent: '', source: '' };
    await prisma.session.create({
      data: { ...session, createdAt, lastSeenAt: createdAt, expiresAt },
    });
    await prisma.idempotencyKey.create({
      data: {
        ownerId: accountId,
        key: newIdentifier(),
        claim: '',
        fingerprint: bytes(),
        expiresAt,
      },
    });
    return token;
  }

  async function counts() {
    const { prisma } = service;
    return {
      tokens: await prisma.accessToken.count({ where: { kind: 'oauth' } }),
      authorizations: await prisma.authorization.count(),
      sessions: await prisma.session.count(),
      idempotencyKeys: await prisma.idempotencyKey.count(),
    };
  }

  it('refuses a token as soon as it has expired, with that reason', async () => {
    const token = await rowsUntil(new Date(Date.now() - 1));
    const answer = await service.as({ ...caller, token }, 'get', '/accounts/me');
    expect(answer.status).toBe(401);
    expect(answer.body.error_description).toBe('The access token has expired.');
    expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
  });

  it('deletes expired rows and keeps valid ones', async () => {
    await rowsUntil(new Date(Date.now() + hour));
    await purge();
    expect(await counts()).toEqual({
      tokens: 1,
      authorizations: 1,
      sessions: 1,
      idempotencyKeys: 1,
    });
    expect((await service.as(caller, 'get', '/accounts/me')).status).toBe(200);
  });

  it('deletes all expired rows, in several batches', async () => {
    const { prisma } = service;
    const accountId = caller.account.id;
    const past = new Date(Date.now() - hour);
    await prisma.session.createMany({
      data: Array.from({ length: 1_234 }, () => ({
        id: newIdentifier(),
        hash: bytes(),
        accountId,
        userAgent: '',
        source: '',
        createdAt: past,
        lastSeenAt: past,
        expiresAt: past,
      })),
    });
    await purge();
    expect((await counts()).sessions).toBe(1);
  });

  it('deletes rows on only one node at a time', async () => {
    await rowsUntil(new Date(Date.now() - hour));
    const { pool, schema } = service.prisma;
    const other = await pool!.connect();
    try {
      const name = `nest-accounts purge ${schema}`;
      await other.query('BEGIN');
      await other.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
      await expect(purge()).rejects.toThrow('another node has held the lock');
      expect((await counts()).sessions).toBe(2);
    } finally {
      await other.query('ROLLBACK');
      other.release();
    }
    await purge();
    expect((await counts()).sessions).toBe(1);
  });

  it('deletes rows even if another node has stopped in the middle of a purge', async () => {
    await rowsUntil(new Date(Date.now() - hour));
    const { prisma } = service;
    const silent = prisma.poolTransaction(async (transaction) => {
      const name = `nest-accounts purge ${prisma.schema}`;
      const lock = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';
      await transaction.query(lock, [name]);
      await delay(12_000);
    });
    const ended = expect(silent).rejects.toThrow('connection error');
    await delay(200);
    await purge();
    expect((await counts()).sessions).toBe(1);
    await ended;
  });

  it.each([
    ['ahead', hour],
    ['behind', -hour],
  ])(
    'deletes only rows that a node whose clock is %s and PostgreSQL both consider expired',
    async (_, ms) => {
      const before = await counts();
      await rowsUntil(new Date(Date.now() + ms / 2));
      setClock(ms);
      await purge().finally(restoreClock);
      const after = Object.fromEntries(
        Object.entries(before).map(([name, count]) => [name, count + 1]),
      );
      expect(await counts()).toEqual(after);
    },
  );

  describe('A session', () => {
    const origin = { userAgent: '', source: '::1', amr: [] };
    let sessions: SessionsService;
    beforeAll(() => (sessions = service.app.get(SessionsService, { strict: false })));
    afterEach(restoreClock);
    const signIn = async () => {
      const { account } = await service.newCaller();
      const { id } = account;
      const begin = () => sessions.begin(id, withCredentials(account, byHost), origin);
      return { id, begin, token: (await begin())! };
    };
    const isThere = async (token: string, ms: number) => {
      setClock(ms);
      return Boolean(await sessions.find(token));
    };

    it('ends 12 hours after the last request', async () => {
      const [used, idle] = [await signIn(), await signIn()];
      expect(await isThere(used.token, 12 * hour - minute)).toBe(true);
      expect(await isThere(used.token, 24 * hour - 2 * minute)).toBe(true);
      expect(await isThere(used.token, 36 * hour)).toBe(false);
      expect(await isThere(idle.token, 12 * hour + minute)).toBe(false);
    });

    it('ends 7 days after sign-in, however much it is used', async () => {
      const { token } = await signIn();
      for (let at = 11 * hour; at < 7 * 24 * hour; at += 11 * hour) {
        expect(await isThere(token, at)).toBe(true);
      }
      expect(await isThere(token, 7 * 24 * hour - minute)).toBe(true);
      expect(await isThere(token, 7 * 24 * hour + minute)).toBe(false);
    });

    it('ends when its account has fifty sessions that were used more recently', async () => {
      const { id, begin, token } = await signIn();
      for (let more = 1; more < 50; more++) {
        setClock(more * 1_000);
        await begin();
      }
      const accountId = id;
      expect(await service.prisma.session.count({ where: { accountId } })).toBe(50);
      expect(await isThere(token, 50_000)).toBe(true);
      await begin();
      expect(await service.prisma.session.count({ where: { accountId } })).toBe(50);
      expect(await isThere(token, 50_000)).toBe(false);
    });
  });

  it('signs out the least recently used of more than fifty devices per user and application', async () => {
    const person = await newPerson(service);
    const client = await newClient(service, caller);
    const first = await tokensFor(service, person, client);
    const second = await tokensFor(service, person, client);
    const grant = { grant: { accountId: person.account.id, applicationId: client.id } };
    for (let more = 2; more < 50; more++) await tokensFor(service, person, client);
    const used = await refresh(service, client, first.refresh_token);
    expect(used.status).toBe(200);
    expect(await service.prisma.authorization.count({ where: grant })).toBe(50);
    await tokensFor(service, person, client);
    expect(await service.prisma.authorization.count({ where: grant })).toBe(50);
    expect((await refresh(service, client, second.refresh_token)).status).toBe(400);
    expect((await refresh(service, client, used.body.refresh_token)).status).toBe(200);
  });
});

import { randomBytes } from 'node:crypto';
import { PurgeService } from '../../src/access/purge.service.js';
import { hashToken, newAccessToken } from '../../src/access/access-token.js';
import { newIdentifier } from '../../src/access/identifier.js';
import { restoreClock, setClock } from '../support/clock.js';
import { describeService, type Caller, type TestService } from '../support/service.js';

const hour = 3_600_000;

describeService('What has expired', (running) => {
  let service: TestService;
  let caller: Caller;
  beforeAll(async () => {
    service = running();
    caller = await service.newCaller();
  });

  const bytes = () => new Uint8Array(randomBytes(32));
  const purge = () => service.app.get(PurgeService, { strict: false }).purge();

  /** An OAuth token, its authorization, a session and an idempotency key, which end at this time. */
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

  it('is refused as soon as its time is over, and says so', async () => {
    const token = await rowsUntil(new Date(Date.now() - 1));
    const answer = await service.as({ ...caller, token }, 'get', '/accounts/me');
    expect(answer.status).toBe(401);
    expect(answer.body.error_description).toBe('The access token has expired.');
    expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
  });

  it('is deleted, and nothing that is still good', async () => {
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

  it('is deleted to the last row, however many batches that takes', async () => {
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

  it('is deleted by one node at a time', async () => {
    await rowsUntil(new Date(Date.now() - hour));
    const { pool, schema } = service.prisma;
    const other = await pool!.connect();
    try {
      const name = `nest-accounts purge ${schema}`;
      await other.query('BEGIN');
      await other.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
      await purge();
      expect((await counts()).sessions).toBe(2);
    } finally {
      await other.query('ROLLBACK');
      other.release();
    }
    await purge();
    expect((await counts()).sessions).toBe(1);
  });

  it.each([
    ['ahead', hour],
    ['behind', -hour],
  ])('is deleted by a node whose clock is %s only where PostgreSQL says so too', async (_, ms) => {
    const before = await counts();
    await rowsUntil(new Date(Date.now() + ms / 2));
    setClock(ms);
    await purge().finally(restoreClock);
    const after = Object.fromEntries(
      Object.entries(before).map(([name, count]) => [name, count + 1]),
    );
    expect(await counts()).toEqual(after);
  });
});

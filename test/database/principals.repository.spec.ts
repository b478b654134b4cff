import { PrismaPg } from '@prisma/adapter-pg';
import { setImmediate } from 'node:timers/promises';
import { Client, type Pool } from 'pg';
import { hashToken, newAccessToken, toTokenId } from '../../src/principals/access-token.js';
import { PrincipalCache } from '../../src/principals/principal-cache.js';
import { PrincipalsRepository } from '../../src/principals/principals.repository.js';
import type { ChangeLog } from '../../src/database/change-log.js';
import type { DatabaseOptions } from '../../src/database/database.options.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import {
  administer,
  createTestDatabase,
  hostPool,
  type TestDatabase,
} from '../support/servers/postgres.js';

const changes = { isFollowing: () => true, observe: () => undefined } as never as ChangeLog;

describe('PrincipalsRepository', () => {
  let database: TestDatabase;
  let prisma: PrismaService;
  let pool: Pool | undefined;
  let cache: PrincipalCache;
  let repository: PrincipalsRepository;
  const token = newAccessToken();
  const tokenId = toTokenId(token);
  beforeEach(async () => {
    database = await createTestDatabase();
    cache = new PrincipalCache(changes);
    use({ url: database.url });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await prisma.onApplicationShutdown();
    await pool?.end();
    pool = undefined;
    await database.drop();
  });

  function use(options: DatabaseOptions): void {
    prisma = new PrismaService(options);
    repository = new PrincipalsRepository(prisma, cache);
  }

  /** Inserts a token whose account and application have a value in every column. */
  async function insertToken(): Promise<void> {
    const at = (milliseconds: number) => new Date(Date.UTC(2026, 9, 25, 0, 30, 0, milliseconds));
    await prisma.account.create({
      data: {
        id: 'account',
        name: 'Zoë "中" \\ 😀',
        email: 'Zoe@example.com',
        emailKey: 'zoe@example.com',
        languageCode: 'fr',
        phone: '+33612345678',
        notificationPhone: '+33612345679',
        client: 'a client',
        groupedEmailNotification: true,
        canCreateAlert: false,
        createdAt: at(1),
        updatedAt: at(2),
        revision: 7,
        passwordHash: 'a hash',
        credentialsGeneration: 3,
        registeredById: 'another',
      },
    });
    await prisma.application.create({
      data: {
        id: 'application',
        ownerId: 'account',
        name: 'Client',
        apiVersion: '1.21',
        createdAt: at(3),
        updatedAt: at(4),
      },
    });
    await prisma.accessToken.create({
      data: {
        hash: hashToken(token),
        kind: 'oauth',
        applicationId: 'application',
        accountId: 'account',
        scope: ['account:read', 'account:write'],
        createdAt: at(5),
        expiresAt: at(6),
      },
    });
  }

  /** The same row, read by Prisma. */
  const foundByPrisma = async () => {
    const {
      application,
      createdAt: issuedAt,
      ...found
    } = await prisma.accessToken.findUniqueOrThrow({
      where: { hash: hashToken(token) },
      select: {
        kind: true,
        scope: true,
        resource: true,
        createdAt: true,
        authorizationId: true,
        expiresAt: true,
        account: { omit: { passwordHash: true } },
        application: {
          select: {
            id: true,
            name: true,
            ownerId: true,
            apiVersion: true,
            owner: { select: { suspendedAt: true } },
          },
        },
      },
    });
    const { owner, ...members } = application;
    return {
      ...found,
      issuedAt,
      application: { ...members, isSuspended: owner.suspendedAt !== null },
    };
  };

  it.each<[string, () => DatabaseOptions]>([
    ['a database URL', () => ({ url: database.url })],
    ['a pool', () => ({ pool: (pool = hostPool({ connectionString: database.url })) })],
    [
      'an adapter',
      () => ({ adapter: new PrismaPg((pool = hostPool({ connectionString: database.url }))) }),
    ],
  ])('reads the same members as Prisma through %s', async (_, options) => {
    await administer(
      `ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET timezone TO 'Pacific/Chatham'`,
    );
    await insertToken();
    await prisma.onApplicationShutdown();
    use(options());
    expect(await repository.find(tokenId)).toEqual({ ...(await foundByPrisma()), tokenId });
    expect(await repository.find(toTokenId(newAccessToken()))).toBeUndefined();
  });

  it('finds a token after its adapter failed to connect once', async () => {
    await insertToken();
    await prisma.onApplicationShutdown();
    const adapter = new PrismaPg((pool = hostPool({ connectionString: database.url })));
    jest.spyOn(adapter, 'connect').mockRejectedValueOnce(new Error('not yet'));
    use({ adapter });
    await expect(repository.find(tokenId)).rejects.toThrow('not yet');
    expect(await repository.find(tokenId)).toBeDefined();
  });

  it('returns frozen objects, so that no request can change them for another', async () => {
    await insertToken();
    const principal = (await repository.find(tokenId)) as any;
    const changes = [
      () => (principal.kind = 'application'),
      () => (principal.account.name = 'x'),
      () => (principal.application.name = 'x'),
      () => principal.scope.push('x'),
    ];
    for (const change of changes) expect(change).toThrow(TypeError);
  });

  describe('during concurrent lookups', () => {
    let statements: number;
    beforeEach(async () => {
      await insertToken();
      statements = 0;
      const { query } = Client.prototype;
      jest.spyOn(Client.prototype, 'query').mockImplementation(function (
        this: Client,
        ...args: any[]
      ) {
        statements++;
        return (query as any).apply(this, args);
      });
    });

    it('asks the database once for the same token', async () => {
      const found = await Promise.all(Array.from({ length: 20 }, () => repository.find(tokenId)));
      expect(new Set(found).size).toBe(1);
      expect(statements).toBe(1);
      await repository.find(tokenId);
      expect(statements).toBe(2);
    });

    it('looks up again after a change on this node', async () => {
      const before = repository.find(tokenId);
      await setImmediate();
      cache.forget('account');
      await Promise.all([before, repository.find(tokenId)]);
      expect(statements).toBe(2);
    });

    it('finds a token for requests before and after a change in the same turn', async () => {
      const before = repository.find(tokenId);
      cache.forget('account');
      const found = await Promise.all([before, repository.find(tokenId)]);
      expect(found.map((each) => each?.tokenId)).toEqual([tokenId, tokenId]);
    });

    it('looks up again when other nodes may have changed a principal', async () => {
      const before = repository.find(tokenId);
      await setImmediate();
      const { now } = performance;
      jest.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 200);
      await Promise.all([before, repository.find(tokenId)]);
      expect(statements).toBe(2);
    });

    it('looks up all tokens of one event-loop turn with one statement', async () => {
      const others = Array.from({ length: 20 }, () => toTokenId(newAccessToken()));
      const asked = [...others, tokenId];
      const found = await Promise.all(asked.map((each) => repository.find(each)));
      expect(found.map((each) => each?.tokenId)).toEqual([...others.map(() => undefined), tokenId]);
      expect(statements).toBe(1);
    });

    it('looks up at most a hundred tokens with one statement', async () => {
      const others = Array.from({ length: 249 }, () => toTokenId(newAccessToken()));
      await Promise.all([...others, tokenId].map((each) => repository.find(each)));
      expect(statements).toBe(3);
    });

    it('asks the database again after a failure', async () => {
      jest.spyOn(prisma, 'queryJson').mockRejectedValueOnce(new Error('lost'));
      const failed = await Promise.allSettled([repository.find(tokenId), repository.find(tokenId)]);
      expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      expect(await repository.find(tokenId)).toBeDefined();
    });
  });
});

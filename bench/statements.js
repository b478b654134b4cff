/**
 * Compares SQL statements with equivalent Prisma queries: the CPU of this process and of PostgreSQL, from /proc.
 *
 * Usage: node statements.js [--rounds 9]. The checkout must be built (`npm ci`). The figures are in
 * docs/decisions/prisma.md.
 */
import { NestFactory } from '@nestjs/core';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PrincipalsRepository } from '../dist/principals/principals.repository.js';
import { ChangesService } from '../dist/changes/changes.service.js';
import { AccountsModule } from '../dist/accounts.module.js';
import { AccountsService } from '../dist/accounts/accounts.service.js';
import { AuditEventsRepository } from '../dist/audit/audit-events.repository.js';
import { AuditTrail } from '../dist/audit/audit-trail.js';
import { byHost } from '../dist/request/requester.js';
import { migrate } from '../dist/database/migrations.js';
import { PrismaService } from '../dist/database/prisma.service.js';
import { EmbeddedPostgres } from '../dist/embedded-postgres/embedded-postgres.js';
import { cpuSeconds, familyCpuSeconds, median } from './figures.js';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } });
const data = await mkdtemp(join(tmpdir(), 'nest-accounts-statements-'));
const postgres = await EmbeddedPostgres.start(data);
try {
  await compare();
} finally {
  await postgres.stop();
  await rm(data, { recursive: true, force: true });
}

async function compare() {
  const pidFile = join(data, 'cluster/data/postmaster.pid');
  const postmaster = Number.parseInt(await readFile(pidFile, 'utf8'), 10);
  await migrate({ url: postgres.url });
  const module = AccountsModule.forRoot({
    database: { url: postgres.url },
    secretKeys: ['a secret of the benchmark that everybody knows'],
    rateLimits: 'off',
  });
  const app = await NestFactory.createApplicationContext(module, {
    logger: false,
    abortOnError: false,
  });
  const get = (type) => app.get(type, { strict: false });
  const prisma = get(PrismaService);
  const accounts = get(AccountsService);
  const [changes, audit, events] = [ChangesService, AuditTrail, AuditEventsRepository].map(get);
  const principals = get(PrincipalsRepository);

  const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse 7' };
  const { id } = await accounts.create({ ...person, language_code: 'en' }, byHost);
  const { passwordHash } = await prisma.account.findUniqueOrThrow({ where: { id } });
  const now = new Date();
  const application = { id: 'a'.repeat(24), ownerId: id, name: 'Engine', apiVersion: '1.21' };
  await prisma.application.create({
    data: { ...application, redirectUris: [], createdAt: now, updatedAt: now },
  });
  const hash = Buffer.alloc(32, 7);
  const tokenId = hash.toString('base64url');
  const token = { hash, kind: 'application', scope: ['account:read'], createdAt: now };
  await prisma.accessToken.create({
    data: { ...token, accountId: id, applicationId: application.id },
  });
  const account = { omit: { passwordHash: true } };
  const event = () => audit.eventOf({ event: 'account.update', accountId: id, requester: byHost });
  const row = () => {
    const email = `${randomUUID()}@example.com`;
    const newId = randomUUID().replaceAll('-', '').slice(0, 24);
    return {
      ...{ id: newId, name: 'Ada', email, emailKey: email, languageCode: 'en' },
      passwordHash,
    };
  };

  /** The pairs to compare: first SQL, then Prisma models. */
  const pairs = {
    'the principal of a token': [
      () => principals.find(tokenId),
      () =>
        prisma.accessToken.findMany({
          where: { hash: { in: [hash] } },
          include: {
            account,
            application: { include: { owner: { select: { suspendedAt: true } } } },
          },
        }),
    ],
    'an update with its audit event': [
      () => accounts.update(id, { name: randomUUID() }, byHost),
      () =>
        changes.run({ event: 'account.update', accountId: id, proof: byHost }, ({ models }) =>
          models.account.updateManyAndReturn({
            where: { id },
            data: { name: randomUUID(), updatedAt: new Date(), revision: { increment: 1 } },
            ...account,
          }),
        ),
    ],
    'an audit event': [
      () => events.insert([event()]),
      () => prisma.auditEvent.createMany({ data: [event()], skipDuplicates: true }),
    ],
    'one to ten audit events': [
      () => events.insert(manyEvents()),
      () => prisma.auditEvent.createMany({ data: manyEvents(), skipDuplicates: true }),
    ],
    'an account by its id': [
      () =>
        prisma.queryJson(`SELECT row_to_json(accounts)::text AS json FROM accounts WHERE id = $1`, [
          id,
        ]),
      () => prisma.account.findUnique({ where: { id }, ...account }),
    ],
    'a new account with its audit event': [
      () => {
        const json = JSON.stringify(toColumns(row()));
        const insert = `INSERT INTO accounts (id, name, email, email_key, language_code, created_at, updated_at, password_hash)
         SELECT id, name, email, email_key, language_code, now(), now(), password_hash
         FROM json_populate_record(NULL::accounts, $1::json) RETURNING to_json(id)::text AS json`;
        return events.changeInStatement([event()], insert, [json]);
      },
      () =>
        changes.run({ event: 'account.create', accountId: id, proof: byHost }, ({ models }) =>
          models.account.create({ data: { ...row(), createdAt: now, updatedAt: now } }),
        ),
    ],
  };

  let size = 0;
  function manyEvents() {
    size = (size % 10) + 1;
    return Array.from({ length: size }, event);
  }

  function toColumns(fields) {
    const column = (name) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return Object.fromEntries(Object.entries(fields).map(([name, value]) => [column(name), value]));
  }

  async function measure(work, count = 600) {
    const used = () => cpuSeconds(process.pid) + familyCpuSeconds(postmaster);
    const before = used();
    for (let i = 0; i < count; i++) await work();
    return ((used() - before) * 1_000) / count;
  }

  const table = [];
  for (const [name, pair] of Object.entries(pairs)) {
    for (const work of pair) await measure(work);
    const rounds = [];
    for (let round = 0; round < Number(values.rounds); round++) {
      const measured = [];
      for (const turn of round % 2 ? [1, 0] : [0, 1]) measured[turn] = await measure(pair[turn]);
      rounds.push(measured);
    }
    const [sql, models] = [0, 1].map((turn) => median(rounds.map((each) => each[turn])));
    const ratio = median(rounds.map(([ofSql, ofModels]) => ofModels / ofSql));
    table.push({ statement: name, 'SQL, ms': sql, 'models, ms': models, ratio });
  }
  console.table(table);
  await app.close();
}

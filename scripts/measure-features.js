/**
 * Measures what each feature adds to a host, and writes the table in docs/mounting-options.md: the packages it requires in
 * addition to the core's, and the CPU and memory of a process that mounts it, as medians of alternating runs.
 * Requires `npm run build`.
 *
 * Usage: node scripts/measure-features.js [runs, 7 by default]
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path) => readFileSync(join(root, path), 'utf8');
const { packages } = JSON.parse(read('package-lock.json'));
const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(read('package.json'));
const required = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]);

const pages = ['preact', 'preact-render-to-string', 'qr', '@simplewebauthn/server'];

/** The code that mounts each feature, and its packages. */
const features = {
  'the core': ['', []],
  factorsFeature: ["(await load('factors/factors.feature.js')).factorsFeature", pages.slice(3)],
  signInFeature: ["(await load('sign-in/index.js')).signInFeature", pages.slice(2)],
  oauthFeature: ["(await load('oauth/index.js')).oauthFeature", pages],
  consoleFeature: ["(await load('console/index.js')).consoleFeature", pages],
  'consoleFeature, mailFeature': [
    "(await load('console/index.js')).consoleFeature, (await load('email-flows/index.js')).mailFeature",
    [...pages, 'nodemailer'],
  ],
  'operatorFeature()': ["(await load('operator/index.js')).operatorFeature()", []],
  'operatorPagesFeature({ … })': [
    "(await load('operator-pages/index.js')).operatorPagesFeature({ guard: { canActivate: () => true }, identifyOperator: () => 'grace' })",
    pages.slice(0, 2),
  ],
  messagingFeature: [
    "(await load('messaging/index.js')).messagingFeature",
    ['@nestjs/microservices'],
  ],
  metricsFeature: ["(await load('metrics/index.js')).metricsFeature", ['prom-client']],
};
/** Returns the folders of packages and all of their dependencies. */
function closure(names, folders = new Set(), from = '') {
  for (const name of names) {
    const folder = [`${from}/node_modules/${name}`.replace(/^\//, ''), `node_modules/${name}`].find(
      (each) => packages[each],
    );
    if (!folder || folders.has(folder)) continue;
    folders.add(folder);
    closure(Object.keys(packages[folder].dependencies ?? {}), folders, folder);
  }
  return folders;
}

function measureSize(folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + measureSize(path);
    return sum + (entry.isFile() ? statSync(join(root, path)).size : 0);
  }, 0);
}

const megabytes = (folders) =>
  ([...folders].reduce((sum, folder) => sum + measureSize(folder), 0) / 1e6).toFixed(1);

/** Returns the CPU in ms and the memory in MB of a process that mounts `feature`, or no accounts if it is undefined. */
function start(feature) {
  // Options of a feature are rejected without it.
  const mail = feature?.includes('mailFeature')
    ? "{ transport: { sendMail: async () => {} }, from: 'accounts@example.com' }"
    : 'undefined';
  const accounts = `
    const { AccountsModule } = await load('index.js');
    const imports = [AccountsModule.forRoot({
      // Nothing connects before the first query, so any address works.
      database: { url: 'postgresql://127.0.0.1/none' },
      publicUrl: 'http://127.0.0.1',
      secretKeys: ['a secret of thirty-two characters or more'],
      mail: ${mail},
      features: [${feature}],
    })];`;
  const program = `
    import 'reflect-metadata';
    import { NestFactory } from '@nestjs/core';
    const load = (path) => import(${JSON.stringify(join(root, 'dist/'))} + path);
    ${feature === undefined ? 'const imports = [];' : accounts}
    class Host {}
    const app = await NestFactory.create({ module: Host, imports }, { logger: ['error'] });
    await app.listen(0, '127.0.0.1');
    const { user, system } = process.cpuUsage();
    console.log(JSON.stringify([(user + system) / 1e3, process.memoryUsage.rss() / 1e6]));
    process.exit();`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
    encoding: 'utf8',
  });
  return JSON.parse(output);
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

const runs = Number(process.argv[2] ?? 7);
const measured = new Map();
for (let run = 0; run < runs; run++) {
  for (const [name, [feature]] of [['nothing', [undefined]], ...Object.entries(features)]) {
    measured.set(name, [...(measured.get(name) ?? []), start(feature)]);
  }
}
/** Returns the median difference from another feature in the same round. */
const added = (name, before, i) =>
  Math.round(median(measured.get(name).map((each, run) => each[i] - measured.get(before)[run][i])));

const core = closure([...Object.keys(dependencies), ...required]);
const rows = Object.entries(features).map(([name, [, own]]) => {
  const isCore = name === 'the core';
  const [startMs, memory] = [0, 1].map((i) => added(name, isCore ? 'nothing' : 'the core', i));
  const needed = isCore ? core : [...closure(own)].filter((each) => !core.has(each));
  const label = isCore ? `${name}, beside a bare host` : `\`${name.replaceAll(', ', '`, `')}\``;
  return `| ${label} | ${megabytes(needed)} MB | ${startMs} ms | ${memory} MB |`;
});
const table = ['| | Packages | CPU of the start | Memory |', '|---|---:|---:|---:|', ...rows].join(
  '\n',
);
const document = join(root, 'docs/mounting-options.md');
const marked = /(<!-- features -->\n)[^]*?(\n<!-- \/features -->)/;
writeFileSync(document, readFileSync(document, 'utf8').replace(marked, `$1\n${table}\n$2`));
console.log(table);

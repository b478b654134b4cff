/**
 * Packs the package, installs the tarball into an empty project, and uses it there: in a host without optional
 * packages, in a CommonJS host, according to README.md and the pages on mounting in docs, and as a service. Prints its
 * size, and the time that it adds to the start of a host.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FeatureServers, missingServers, useEveryFeature } from '../artefacts/every-feature.js';
import { testWithJest } from './jest-host.js';
import { compile, followGuide, freePort, sectionsOf } from './mounting-guide.js';

/** Documents that name tests as evidence. They refer to the repository. */
const evidence = ['SECURITY.md', 'CONTRIBUTING.md', 'docs/asvs.md'];

/** The documents that build one application, in order. */
const mountingGuide = ['mounting', 'mounting-guards', 'mounting-services', 'testing'].map(
  (name) => `docs/${name}.md`,
);

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'nest-accounts-package-'));
const run = (command, args, options = {}) =>
  execFileSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  });

try {
  const packed = install();
  const size = (bytes) => `${Math.round(bytes / 1_024)} kB`;
  console.log(
    `package: ${packed.files.length} files, ${size(packed.size)} packed, ${size(packed.unpackedSize)} unpacked`,
  );
  assertLinksLeadSomewhere(packed.files.map(({ path }) => path));
  sayWhatAHostPays(packed);
  await useWithoutAnythingOptional();
  run('npm', ['install', '--no-audit', '--no-fund', ...guidePackages('docs/mounting.md')]);
  run('npx', ['tsc']);
  await useInHosts();
  testWithJest(join(folder, packed.filename), run);
  console.log('package: guards a controller of a project of Nest 11 that Jest tests as CommonJS');
  measureStart();
  compileWithMessages();
  await startAsService();
  await startWithEveryFeature();
  compileAsCommonJs();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Creates a project with the tarball and no optional packages. */
function install() {
  const { name, devDependencies, allowScripts } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const packed = Object.values(JSON.parse(run('npm', pack, { cwd: root })))[0];
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    types: ['node'],
  };
  const files = ['host.ts', 'bare.host.cts', 'start.host.js', 'messages.host.ts'];
  files.push('browser.page.ts');
  writeJson('tsconfig.json', { compilerOptions, files: ['host.ts'] });
  writeJson('tsconfig.bare.json', { compilerOptions, files: ['bare.host.cts'] });
  const inBrowser = {
    ...{ target: 'es2022', lib: ['es2022', 'dom'], types: [], noEmit: true },
    ...{ module: 'esnext', moduleResolution: 'bundler', strict: true },
    exactOptionalPropertyTypes: true,
  };
  writeJson('tsconfig.browser.json', { compilerOptions: inBrowser, files: ['browser.page.ts'] });
  writeJson('package.json', {
    private: true,
    type: 'module',
    dependencies: {
      [name]: `file:${packed.filename}`,
      '@nestjs/platform-express': devDependencies['@nestjs/platform-express'],
    },
    devDependencies: Object.fromEntries(
      [
        '@nestjs/terminus',
        '@nestjs/testing',
        '@types/node',
        'embedded-postgres',
        'prom-client',
        'typescript',
      ].map((each) => [each, devDependencies[each]]),
    ),
    allowScripts,
  });
  for (const file of files) copyFileSync(new URL(file, import.meta.url), join(folder, file));
  run('npm', ['install', '--no-audit', '--no-fund']);
  return packed;
}

/** Checks the links of the documents in the package. */
function assertLinksLeadSomewhere(paths) {
  const isThere = (path) => paths.some((each) => each === path || each.startsWith(`${path}/`));
  const documents = paths.filter((path) => path.endsWith('.md') && !evidence.includes(path));
  const broken = documents.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$/gm)]
      .map(([, inline, reference]) => inline ?? reference)
      .filter((link) => !/^(?:[a-z]+:|#)/.test(link))
      .map((link) => posix.join(posix.dirname(path), link.split('#')[0]))
      .filter((target) => !isThere(target.replace(/\/$/, '')))
      .map((target) => `${path} leads to ${target}`),
  );
  expectEqual('the documents in the package', broken.join(', '), '');
}

/** Prints the number and size of packages in an otherwise empty project, including Nest, which npm adds as a peer. */
function sayWhatAHostPays({ filename }) {
  const cwd = join(folder, 'bare');
  mkdirSync(cwd);
  const dependencies = { 'nest-accounts': `file:../${filename}` };
  writeJson('bare/package.json', { private: true, dependencies });
  run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd });
  const listed = run('npm', ['ls', '--all', '--parseable'], { cwd }).trim().split('\n').slice(1);
  const megabytes = Math.round(listed.reduce((sum, each) => sum + sizeOf(each), 0) / 1e6);
  console.log(
    `package: a host that has nothing installs ${listed.length} packages, ${megabytes} MB`,
  );
}

/** Returns the size in bytes, without nested packages. */
function sizeOf(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .reduce((sum, entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return sum + sizeOf(path);
      return sum + (entry.isFile() ? statSync(path).size : 0);
    }, 0);
}

/** Tests only the API: its types compile, it migrates, and it responds. */
async function useWithoutAnythingOptional() {
  run('npx', ['tsc', '--project', 'tsconfig.bare.json']);
  run('npx', ['tsc', '--project', 'tsconfig.browser.json']);
  await withPostgres((env) => {
    const { applied, status } = JSON.parse(run(process.execPath, ['bare.host.cjs'], { env }));
    expectEqual('the host with nothing optional', `${applied > 0} ${status}`, 'true 200');
  });
  await follow(['README.md']);
  console.log('package: mounts and answers in a host of CommonJS that has nothing optional');
}

/** Returns the packages that a guide installs in addition to this one. */
function guidePackages(guide) {
  const commands = readFileSync(join(root, guide), 'utf8').matchAll(/^npm install (.*)$/gm);
  return [...commands]
    .flatMap(([, packages]) => packages.split(' '))
    .filter((name) => name !== 'nest-accounts');
}

/** Returns the packages that docs/events.md installs for NATS, and docs/mail.md for mails. */
function subpathPackages() {
  return [
    ['docs/events.md', /^npm install (@nats-io.*)$/m],
    ['docs/mail.md', /^npm install (.*)$/m],
  ].flatMap(([guide, command]) => {
    const [, packages] = command.exec(readFileSync(join(root, guide), 'utf8'));
    return packages.split(' ');
  });
}

/** Checks that the service names missing packages, and starts once they are installed. */
async function startAsService() {
  const { output } = await startService(/\n/);
  const [, command] = /^The service needs more packages: (npm install .*)$/m.exec(output) ?? [];
  if (!command) throw new Error(`The service said: ${output}`);
  run('sh', ['-c', `${command} --no-audit --no-fund`]);
  const { exitCode, output: welcome } = await startService(/\/console/);
  expectEqual(`the service, which said: ${welcome}`, exitCode, 0);
  console.log('package: says what the service needs beside it, and starts once that is installed');
}

/**
 * Turns on all optional features. While packages are missing, the service only prints one sentence per feature that
 * names them. Once they are installed, everything works.
 */
async function startWithEveryFeature() {
  if (missingServers().length > 0) return console.log('package: features skipped');
  const servers = await FeatureServers.start(join(folder, 'servers'));
  const program = join(folder, 'node_modules/nest-accounts/dist/service/cli/cli.js');
  const launch = (args, env) =>
    spawn(process.execPath, [program, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    });
  try {
    const needed = await installWhatIsNeeded(async (adapter) => {
      const env = {
        ...servers.env,
        HTTP_ADAPTER: adapter,
        PORT: String(await freePort()),
        MANAGEMENT_PORT: String(await freePort()),
        MESSAGES_URL: `tcp://127.0.0.1:${await freePort()},${servers.natsUrl}`,
      };
      return collect(launch(['start'], env), /^Docs {2}/m);
    });
    console.log(`package: the service names the packages of ${needed.length} features`);
    await useEveryFeature({
      servers,
      start: (env) => collect(launch(['start'], env)),
      async cli(args, env, input) {
        const child = launch(args, env);
        child.stdin.end(input);
        const ran = collect(child);
        await ran.closed;
        expectEqual(`the command, which said: ${ran.output}`, ran.exitCode, 0);
        return ran.stdout;
      },
    });
    console.log('package: runs as a service with every optional feature');
  } finally {
    await servers.stop();
  }
}

/** Starts the service repeatedly, installing the packages it names. Returns its sentences. */
async function installWhatIsNeeded(start) {
  const sentences = [];
  for (const adapter of ['express', 'fastify']) {
    for (;;) {
      const service = await start(adapter);
      await Promise.race([service.closed, service.awaited]);
      await service.stop();
      if (service.saidAwaited) break;
      const [sentence, command] =
        /^[\w:= ,]+ needs? [\w ]+: (npm install .+)$/m.exec(service.output) ?? [];
      if (!sentence || sentences.includes(sentence) || /^ +at /m.test(service.output)) {
        throw new Error(`The service with every feature said: ${service.output}`);
      }
      sentences.push(sentence);
      run('sh', ['-c', `${command} --no-audit --no-fund`]);
    }
  }
  return sentences;
}

function collect(child, awaited) {
  const running = {
    output: '',
    stdout: '',
    exitCode: null,
    saidAwaited: false,
    async stop() {
      if (running.exitCode === null) child.kill('SIGTERM');
      await running.closed;
    },
  };
  let hasSaid;
  running.awaited = new Promise((resolve) => (hasSaid = resolve));
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      running.output += chunk;
      if (!awaited?.test(running.output)) return;
      running.saidAwaited = true;
      hasSaid();
    });
  }
  child.stdout.on('data', (chunk) => (running.stdout += chunk));
  running.closed = once(child, 'close').then(([code]) => (running.exitCode = code ?? 1));
  return running;
}

/** Runs the service until its output matches, for at most a minute. */
async function startService(awaited) {
  const port = String(await freePort());
  const program = join(folder, 'node_modules/nest-accounts/dist/service/cli/cli.js');
  const child = spawn(process.execPath, [program, 'start'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: port, DATA_DIR: 'data' },
    timeout: 60_000,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
      if (awaited.test(output)) child.kill('SIGTERM');
    });
  }
  const [exitCode] = await once(child, 'close');
  return { exitCode, output };
}

/** @param use receives environment variables with the server's URL */
async function withPostgres(use) {
  const subpath = join(
    folder,
    'node_modules/nest-accounts/dist/embedded-postgres/embedded-postgres.js',
  );
  const { EmbeddedPostgres } = await import(subpath);
  const postgres = await EmbeddedPostgres.start(mkdtempSync(join(folder, 'postgres-')));
  try {
    await use({ PATH: process.env.PATH, DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
  }
}

/** Compiles without `exports`, as older projects do: with `main`, `types` and `typesVersions`. */
function compileAsCommonJs() {
  const { compilerOptions } = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8'));
  const older = {
    ...compilerOptions,
    module: 'commonjs',
    moduleResolution: 'node10',
    ignoreDeprecations: '6.0',
    esModuleInterop: true,
    outDir: 'node10',
  };
  const { exports } = JSON.parse(
    readFileSync(join(folder, 'node_modules/nest-accounts/package.json'), 'utf8'),
  );
  const subpaths = Object.keys(exports).filter((each) => !/json$|service$/.test(each));
  const imports = subpaths.map(
    (each, index) => `import * as part${index} from 'nest-accounts${each.slice(1)}';`,
  );
  const uses = subpaths.map((_, index) => `part${index}`).join(', ');
  writeFileSync(
    join(folder, 'subpaths.cts'),
    `${imports.join('\n')}\nexport const parts = [${uses}].map(Object.keys);\n`,
  );
  const files = ['bare.host.cts', 'subpaths.cts'];
  run('npm', ['install', '--no-audit', '--no-fund', ...subpathPackages()]);
  writeJson('tsconfig.node10.json', { compilerOptions: older, files });
  run('npx', ['tsc', '--project', 'tsconfig.node10.json']);
  run(process.execPath, ['node10/subpaths.cjs']);
}

function writeJson(file, value) {
  writeFileSync(join(folder, file), JSON.stringify(value));
}

async function useInHosts() {
  await withPostgres(async (env) => {
    const { statuses } = JSON.parse(run(process.execPath, ['host.js'], { env }));
    expectEqual('the host', statuses, '401 401 401 401 200 200 200 200 200');
  });
  console.log('package: mounts and serves its pages');
  await follow(mountingGuide);
  compile(
    join(folder, 'session'),
    sectionsOf(['docs/session.md']).flatMap(({ sources }) => sources),
    run,
  );
  for (const guide of ['docs/graphql.md', 'docs/websockets.md']) {
    run('npm', ['install', '--no-audit', '--no-fund', ...guidePackages(guide)]);
    await follow([guide]);
  }
}

async function follow(documents) {
  const guide = documents.join(', ');
  await withPostgres(async (env) => {
    const { answered, said } = await followGuide(documents, folder, env.DATABASE_URL, run);
    expectEqual(guide, answered, said);
  });
  console.log(`package: mounts and answers as ${guide} says`);
}

function expectEqual(what, actual, expected) {
  if (actual !== expected) throw new Error(`Of ${what}: ${actual} instead of ${expected}.`);
}

/** Checks that the message types compile without the packages of unused transports. */
function compileWithMessages() {
  run('npm', ['install', '--no-audit', '--no-fund', '@nestjs/microservices@12', '@redis/client']);
  const { compilerOptions } = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8'));
  writeJson('tsconfig.messages.json', { compilerOptions, files: ['messages.host.ts'] });
  run('npx', ['tsc', '--project', 'tsconfig.messages.json']);
  console.log('package: the part for messages compiles without NATS');
}

/** Compares medians of interleaved runs, so that other load affects them equally. */
function measureStart() {
  const runs = { nothing: [], accounts: [], console: [] };
  for (let i = 0; i < 7; i++) {
    for (const [what, measured] of Object.entries(runs)) {
      measured.push(JSON.parse(run(process.execPath, ['start.host.js', what])));
    }
  }
  const median = (what, figure) =>
    Math.round(runs[what].map((each) => each[figure]).sort((a, b) => a - b)[3]);
  const [startMs, memoryMb] = [median('nothing', 'startMs'), median('nothing', 'memoryMb')];
  console.log(`package: a bare Nest host starts in ${startMs} ms and ${memoryMb} MB`);
  for (const what of ['accounts', 'console']) {
    const addedMs = median(what, 'startMs') - startMs;
    const addedMb = median(what, 'memoryMb') - memoryMb;
    console.log(
      `package: with ${what} it takes ${addedMs} ms (${((100 * addedMs) / startMs).toFixed()} %) and ${addedMb} MB more`,
    );
  }
}

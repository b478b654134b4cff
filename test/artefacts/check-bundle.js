/**
 * Runs the bundle of `npm start` with all optional features, in a folder where Node.js finds no packages, and once in
 * a terminal, where its log is human-readable.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  FeatureServers,
  freePort,
  missingServers,
  until,
  useEveryFeature,
} from './every-feature.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const missing = missingServers();
if (missing.length > 0) console.log(`bundle: skipped, without ${missing.join(', ')}`);

describe('The bundle of npm start', { skip: missing.length > 0 }, () => {
  const { PATH, HOME } = process.env;

  it('runs with every optional feature, and needs no other package', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nest-accounts-bundle-'));
    for (const each of ['package.json', 'dist/bundle', 'prisma/migrations', 'src/console/assets']) {
      mkdirSync(join(folder, each, '..'), { recursive: true });
      cpSync(join(root, each), join(folder, each), { recursive: true });
    }
    addDecoy(join(folder, 'node_modules/@nestjs/websockets'));
    const run = (program, args, env) =>
      spawn(process.execPath, [join(folder, 'dist/bundle', program), ...args], {
        cwd: folder,
        env: { PATH, HOME, ...env },
      });
    const servers = await FeatureServers.start(join(folder, 'servers'));
    try {
      await useEveryFeature({
        servers,
        start: (env) => running(run('main.js', [], env)),
        async cli(args, env, input) {
          const child = run('cli.js', args, env);
          child.stdin.end(input);
          const command = running(child);
          let stdout = '';
          child.stdout.on('data', (chunk) => (stdout += chunk));
          assert.deepEqual(await once(child, 'close'), [0, null], command.output);
          return stdout;
        },
      });
      await logForPeople(folder, servers.env);
    } finally {
      await servers.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  /** Checks the human-readable log in a terminal, which `script` provides. */
  async function logForPeople(folder, env) {
    if (spawnSync('script', ['--version']).status !== 0) return;
    const command = `${process.execPath} ${join(folder, 'dist/bundle/main.js')}`;
    const port = String(await freePort());
    const child = spawn(
      'script',
      ['--quiet', '--flush', '--command', `exec ${command}`, '/dev/null'],
      {
        cwd: folder,
        env: { PATH, HOME, ...env, PORT: port, MANAGEMENT_PORT: String(await freePort()) },
      },
    );
    const service = running(child);
    await until(() => service.output.includes('/docs') || service.exitCode !== null);
    await fetch(`http://127.0.0.1:${port}/api/accounts/me`);
    await until(() => /INFO.*accounts\/me|statusCode.*401/s.test(service.output));
    assert.doesNotMatch(service.output, /^\{"level"/m);
    await service.stop();
  }
});

/** Adds a package that Nest loads if it finds it. The bundle must not, because the package loads Nest a second time. */
function addDecoy(folder) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'socket-module.js'), 'process.exit(9);');
}

function running(child) {
  const service = {
    output: '',
    exitCode: null,
    async stop() {
      if (service.exitCode === null) child.kill('SIGTERM');
      await closed;
    },
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => (service.output += chunk));
  }
  const closed = once(child, 'close').then(([code]) => (service.exitCode = code ?? 1));
  return service;
}

/** Does what docs/mounting.md says, in a project that has the package; used by check-package.js. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';

const guide = readFileSync(new URL('../../docs/mounting.md', import.meta.url), 'utf8');
const blocks = (language) =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(([, code]) => code);

/** @returns the statuses that its last commands answered, and the ones it says they answer */
export async function followGuide(folder, databaseUrl, run) {
  const port = await freePort();
  const here = (code) => code.replaceAll('3000', String(port));
  const sources = blocks('ts').map((code) => {
    const [, file] = /^\/\/ (\S+)\n/.exec(code);
    mkdirSync(join(folder, 'guide', dirname(file)), { recursive: true });
    writeFileSync(join(folder, 'guide', file), here(code));
    return `guide/${file}`;
  });
  const { compilerOptions } = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8'));
  writeFileSync(
    join(folder, 'tsconfig.guide.json'),
    JSON.stringify({ compilerOptions, files: sources }),
  );
  run('npx', ['tsc', '--project', 'tsconfig.guide.json']);

  const [, settings, use] = blocks('sh');
  const script = [
    settings.replace(/'postgresql:.*'/, `'${databaseUrl}?schema=accounts'`),
    'node guide/src/main.js & host=$!',
    `until curl -s -o /dev/null http://127.0.0.1:${port}; do kill -0 $host; sleep 0.1; done`,
    here(use).replaceAll(/ +# (\d{3})$/gm, ` -o /dev/null -w '::%{http_code}\\n'`),
    'kill $host; wait $host || true',
  ];
  const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', script.join('\n')], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 120_000,
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  await once(child, 'close');
  return {
    answered: [...output.matchAll(/^::(\d{3})$/gm)].map(([, status]) => status).join(' '),
    said: [...use.matchAll(/# (\d{3})$/gm)].map(([, status]) => status).join(' '),
  };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

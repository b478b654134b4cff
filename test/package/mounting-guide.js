/** Follows the documents of a mounting guide in a project with the package. Used by check-package.js. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, dirname, join } from 'node:path';

const firstLine = /^\/\/ (\S+)\n/;

const blocksOf = (section, language) =>
  [...section.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(
    ([, code]) => code,
  );

/** Other JavaScript blocks are fragments. */
const isFile = (code) => firstLine.test(code);

/** The sections with sources. Each changes the application of the previous one. jest-host.js follows those on Jest. */
export const sectionsOf = (documents) =>
  documents
    .flatMap((path) =>
      readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8').split(/^## /m),
    )
    .filter((section) => !section.startsWith('With Jest '))
    .map((section) => ({
      sources: [...blocksOf(section, 'ts'), ...blocksOf(section, 'js').filter(isFile)],
      commands: blocksOf(section, 'sh'),
    }))
    .filter(({ sources }) => sources.length > 0);

/** @returns the actual and the documented statuses of the commands in the documents */
export async function followGuide(documents, folder, databaseUrl, run) {
  const sections = sectionsOf(documents);
  const port = await freePort();
  const here = (code) => code.replaceAll('3000', String(port));
  const [, settings] = sections[0].commands;
  const script = [settings.replace(/'postgresql:.*'/, `'${databaseUrl}?schema=accounts'`)];
  let earlier;
  for (const [index, { sources, commands }] of sections.entries()) {
    const stage = `${basename(documents[0], '.md')}-${index}`;
    if (earlier) cpSync(join(folder, earlier), join(folder, stage), { recursive: true });
    earlier = stage;
    compile(join(folder, stage), sources.map(here), run);
    if (commands.length === 0) continue;
    script.push(
      `node ${stage}/src/main.js & host=$!`,
      `until curl -s -o /dev/null http://127.0.0.1:${port}; do kill -0 $host; sleep 0.1; done`,
      `cd ${stage}`,
      here(commands.at(-1)).replaceAll(/ +# (\d{3})$/gm, ` -o /dev/null -w '::%{http_code}\\n'`),
      'cd ..; kill $host; wait $host || true',
    );
  }
  const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', script.join('\n')], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  // Also kills the hosts, which would keep its output open.
  const timeout = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), 300_000);
  const [exitCode] = await once(child, 'close');
  clearTimeout(timeout);
  if (exitCode !== 0) throw new Error(`${documents[0]} failed:\n${output}`);
  const commands = sections.map((section) => section.commands.at(-1) ?? '').join('\n');
  return {
    answered: [...output.matchAll(/^::(\d{3})$/gm)].map(([, status]) => status).join(' '),
    said: [...commands.matchAll(/# (\d{3})$/gm)].map(([, status]) => status).join(' '),
  };
}

/** Writes each source to the path in its first line, and compiles with the project’s options. */
export function compile(stage, sources, run) {
  for (const code of sources) {
    const [, file] = firstLine.exec(code);
    mkdirSync(join(stage, dirname(file)), { recursive: true });
    writeFileSync(join(stage, file), code);
  }
  const { compilerOptions } = JSON.parse(readFileSync(join(stage, '../tsconfig.json'), 'utf8'));
  const project = join(stage, 'tsconfig.json');
  // Skips library checks like Nest's projects: types of @nestjs/graphql import packages that most hosts lack.
  const options = { ...compilerOptions, skipLibCheck: true };
  writeFileSync(project, JSON.stringify({ compilerOptions: options, include: ['**/*.ts'] }));
  run('npx', ['tsc', '--project', project]);
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

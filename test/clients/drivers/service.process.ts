import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const bundle = fileURLToPath(new URL('../../../../../dist/bundle', import.meta.url));
const program = join(bundle, 'main.js');

/** The built service with its own database, and its demo user. */
export interface RunningService {
  readonly url: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  /** The settings with which commands act on its database. */
  readonly environment: NodeJS.ProcessEnv;
  /** Waits for a mail to an address. Returns its link. */
  readMailLink(email: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the service as a newcomer would. Returns when it has printed the first call to make. */
export async function startService(settings: NodeJS.ProcessEnv = {}): Promise<RunningService> {
  const folder = await mkdtemp(join(tmpdir(), 'nest-accounts-clients-'));
  const port = await freePort();
  const { PATH, HOME } = process.env;
  const environment = {
    PATH,
    HOME,
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'fatal',
    ...settings,
  };
  const child = spawn(process.execPath, [program], {
    // Outside folders with a developer's .env.
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let output = '';
  const told = new Promise<RegExpExecArray>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const demo = /^Demo +(\S+), password (\S+)$[^]*Bearer ([0-9A-Za-z]{86})/m.exec(output);
        if (demo) resolve(demo);
      });
    }
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  const demo = await Promise.race([told, exited.then(() => undefined)]);
  if (!demo) {
    await stop();
    throw new Error(`The service did not start:\n${output}`);
  }
  const [, email = '', password = '', token = ''] = demo;
  const readMailLink = async (address: string): Promise<string> => {
    const [, printed] = output.split(`\nMail to ${address}: `);
    const link = /^(http\S+)\n[^]*\.eml$/m.exec(printed ?? '')?.[1];
    if (link) return link;
    await delay(50);
    return readMailLink(address);
  };
  const url = `http://localhost:${port}`;
  return { url, email, password, token, environment, readMailLink, stop };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Runs a command of the command line on the database of the service. Returns its JSON. */
export async function runCommand<Result>(
  { environment }: RunningService,
  command: string,
): Promise<Result> {
  const script = `'${process.execPath}' '${join(bundle, 'cli.js')}' ${command} --json`;
  const { stdout } = await promisify(execFile)('bash', ['-c', script], {
    cwd: tmpdir(),
    env: environment,
  });
  return JSON.parse(stdout) as Result;
}

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { newOrigin, type Client } from './applications.js';
import { runCommand, type RunningService } from './service.process.js';

const root = fileURLToPath(new URL('../../../../..', import.meta.url));

/** The sections of docs/sign-in.md. */
const sections = readFileSync(join(root, 'docs/sign-in.md'), 'utf8').split(/^## /m);
const settings = /```ini\n([^]*?)```/.exec(sections.join(''))![1]!;

const examplesFolder = join(root, 'examples/sign-in');
const packagesFolder = join(root, 'test/clients');

/** A copy of an example, with the application and the settings that docs/sign-in.md describes. */
export class Example {
  private child: ChildProcess | undefined;
  private closed: Promise<unknown> | undefined;
  private output = '';

  private constructor(
    readonly folder: string,
    readonly origin: string,
    readonly client: Client,
    readonly settings: NodeJS.Dict<string>,
  ) {}

  /** Runs the commands of its section. The first one creates its application. */
  static async prepare(service: RunningService, name: string): Promise<Example> {
    const folder = await mkdtemp(join(tmpdir(), 'nest-accounts-sign-in-'));
    const { port, origin } = await newOrigin();
    const isSource = (path: string) => !['node_modules', 'dist', '.env'].includes(basename(path));
    await cp(join(examplesFolder, name), folder, { recursive: true, filter: isSource });
    await symlink(join(packagesFolder, 'node_modules'), join(folder, 'node_modules'));
    const withPort = (text: string) => text.replaceAll(/808[12]/g, String(port));
    const manifest = join(folder, 'package.json');
    await writeFile(manifest, withPort(await readFile(manifest, 'utf8')));

    const section = sections.find((each) => each.includes(`examples/sign-in/${name})`))!;
    const commands = [...section.matchAll(/```sh\nnpm run --silent cli -- ([^`]*?)\n```/g)];
    const [creation, ...others] = commands.map(([, command]) => withPort(command!));
    const client = await runCommand<Client>(service, creation!);
    const fill = (text: string) =>
      withPort(text)
        .replaceAll('http://localhost:3000', service.url)
        .replace('<client_id>', client.client_id)
        .replace('<client_secret>', client.client_secret);
    for (const command of others) await runCommand(service, fill(command));
    const env = fill(settings);
    await writeFile(join(folder, '.env'), env);
    const json = /```json\n([^]*?)```/.exec(section)?.[1];
    if (json) await writeFile(join(folder, 'settings.json'), fill(json));
    return new Example(folder, origin, client, parseEnv(env));
  }

  /** Runs a script of its package, as npm does. */
  run(script: 'build' | 'start', options = '', environment: NodeJS.ProcessEnv = {}): void {
    const manifest = readFileSync(join(this.folder, 'package.json'), 'utf8');
    const { scripts } = JSON.parse(manifest) as { scripts: Record<string, string> };
    const { HOME } = process.env;
    const { PATH: path } = { ...process.env, ...environment };
    this.output = '';
    const child = spawn('sh', ['-c', `exec ${scripts[script]} ${options}`], {
      cwd: this.folder,
      env: { HOME, ...environment, PATH: `${this.folder}/node_modules/.bin:${path}` },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
    this.child = child;
    this.closed = once(child, 'close');
  }

  /** Waits until the output of its program matches. Returns the first group. */
  async read(pattern: RegExp): Promise<string> {
    await this.until(() => pattern.test(this.output));
    return pattern.exec(this.output)![1]!;
  }

  /** Starts its server. Returns when it accepts requests. */
  async start(environment?: NodeJS.ProcessEnv): Promise<void> {
    this.run('start', '', environment);
    const request = () => fetch(this.origin, { redirect: 'manual' });
    await this.until(() => request().catch(() => false));
  }

  private async until(isReady: () => unknown): Promise<void> {
    let isClosed = false;
    void this.closed!.then(() => (isClosed = true));
    while (!(await isReady())) {
      if (isClosed) throw new Error(`It has ended:\n${this.output}`);
      await delay(50);
    }
  }

  /** Waits until its program ends. Returns its output. */
  async end(): Promise<string> {
    await this.closed;
    return this.output;
  }

  async stop(): Promise<void> {
    this.child?.kill();
    await this.closed;
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { threadId } from 'node:worker_threads';

/** Returns the program that `npm start` or `npm run cli` runs. global-setup.ts has built it. */
export const program = (name: 'main' | 'cli') =>
  fileURLToPath(new URL(`../../../bundle/${name}.js`, import.meta.url));

/** Returns the environment of a fresh machine, plus the variables of a test. */
export function environment(env: Record<string, string>): Record<string, string> {
  const { PATH, HOME, TZ } = process.env as Record<string, string>;
  return { PATH: PATH!, HOME: HOME!, TZ: TZ!, ...env };
}

/** The ports of a test worker: a slice below the ephemeral range, so that two workers never choose the same port. */
const sliceSize = 1_375;
const firstPort = 10_000 + (threadId % 16) * sliceSize;
let nextPort = randomInt(sliceSize);

/** Returns a free port below the ephemeral range. The system may reuse ephemeral ports for connections at any time. */
export async function freePort(): Promise<number> {
  const port = firstPort + (nextPort++ % sliceSize);
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.close();
  return isFree ? port : freePort();
}

/** The service as a separate process, in its own process group as in a terminal. */
export class ServiceProcess {
  private static readonly running = new Set<ServiceProcess>();

  output = '';
  /** The standard output only. */
  log = '';
  private readonly exited: Promise<unknown[]>;

  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {
    this.exited = once(child, 'exit');
    ServiceProcess.running.add(this);
    child.stdout!.on('data', (chunk: Buffer) => (this.log += chunk.toString()));
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
  }

  /** Starts the service, whose log is JSON unless a test asks for another format. Resolves when it listens or has exited. */
  static async start(env: Record<string, string>, main = program('main')): Promise<ServiceProcess> {
    const port = env.PORT ?? String(await freePort());
    const child = spawn(process.execPath, [main], {
      env: environment({ PORT: port, LOG_FORMAT: 'json', ...env }),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const service = new ServiceProcess(child, `http://localhost:${port}`);
    await Promise.race([service.exited, service.printed(/^(?:Docs|Messages) .*\n\n?/m)]);
    return service;
  }

  /** Waits until the output matches. */
  async printed(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.output)) {
      if (!this.isRunning) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Signals the whole process group, like Ctrl-C. Returns the exit code. */
  async stop(signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> {
    if (this.isRunning) process.kill(-this.child.pid!, signal);
    await this.exited;
    return this.child.exitCode;
  }

  /** Stops all processes that failed tests have left running, for `afterAll`. */
  static async stopAll(): Promise<void> {
    await Promise.all([...ServiceProcess.running].map((service) => service.stop('SIGKILL')));
    ServiceProcess.running.clear();
  }

  /** Signals only the process, not its group. */
  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && !this.child.signalCode;
  }

  get pid(): number {
    return this.child.pid!;
  }

  get exitCode(): number | null {
    return this.child.exitCode;
  }
}

export interface CliResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** An audit trail line on standard error. */
export type AuditedLine = Readonly<Record<string, unknown>>;

/** Separates the audit trail lines from the other lines of standard error. */
export function withoutAudited(stderr: string): { stderr: string; audited: AuditedLine[] } {
  const isAudited = (line: string) => line.startsWith('{"level":');
  const lines = stderr.split('\n');
  return {
    stderr: lines.filter((line) => !isAudited(line)).join('\n'),
    audited: lines.filter(isAudited).map((line) => JSON.parse(line) as AuditedLine),
  };
}

/** Starts the command line as a process, and waits until it exits. Removes the audit trail lines from its errors. */
export async function startCli(
  env: Record<string, string>,
  args: string[],
  input = '',
  file = program('cli'),
): Promise<CliResult> {
  const child = spawn(process.execPath, [file, ...args], { env: environment(env) });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  // A command that fails immediately does not read its input.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number];
  return { code, stdout, stderr: withoutAudited(stderr).stderr };
}

/** Whether `script` of util-linux is on PATH. Warns if it is not, because tests are then skipped. */
export function terminalAvailable(): boolean {
  const found = spawnSync('script', ['--version']).status === 0;
  if (!found) console.warn('script is not on PATH: the tests on a terminal are skipped');
  return found;
}

/**
 * Runs the command line in a terminal, which `script` of util-linux provides.
 *
 * @param dialogue the text to type after each question appears
 */
export async function runCliOnTerminal(
  env: Record<string, string>,
  args: string[],
  dialogue: readonly (readonly [question: string, typed: string])[],
): Promise<{ code: number; output: string }> {
  const command = [process.execPath, program('cli'), ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: environment({ SHELL: '/bin/sh', ...env }),
  });
  let output = '';
  let asked = 0;
  let from = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    const [question, typed] = dialogue[asked] ?? [];
    const at = question === undefined ? -1 : output.indexOf(question, from);
    if (at < 0) return;
    asked++;
    from = at + question!.length;
    child.stdin.write(typed!);
  });
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ThreadCommand, ThreadResult } from './command-thread.js';
import {
  environment,
  withoutAudited,
  type AuditedLine,
  type CliResult,
} from './service-process.js';

/** The command line that `npm run cli` loads. global-setup.ts has built it. */
const bundled = fileURLToPath(new URL('../../../bundle/program.js', import.meta.url));

/** The command line that loads the same modules as the tests, for an application with `--app`. */
export const unbundled = fileURLToPath(
  new URL('../../../src/service/cli/program.js', import.meta.url),
);

/**
 * Runs a command without starting a process, which takes ten times as long. Removes the audit trail lines from its
 * standard error. A process with its streams and signals is {@link startCli}.
 */
export async function runCli(...command: Parameters<typeof runAuditedCli>): Promise<CliResult> {
  const { audited: _, ...result } = await runAuditedCli(...command);
  return result;
}

/** Runs a command without starting a process. */
export async function runAuditedCli(
  env: Record<string, string>,
  args: string[],
  input = '',
  program = bundled,
): Promise<CliResult & { audited: AuditedLine[] }> {
  let thread = threads.get(program);
  if (!thread) threads.set(program, (thread = new CommandThread(program)));
  const command = { env: environment(env), args, input };
  const { code, stdout, stderr, left } = await thread.run(command);
  if (left.length > 0) throw new Error(`${args.join(' ')} leaves ${left.join(', ')}`);
  return { code, stdout, ...withoutAudited(stderr) };
}

/**
 * A thread with separate modules: a command replaces the logger of Nest, which would be that of the tested service. The
 * following test files of the same worker reuse it.
 */
class CommandThread {
  private worker: Worker | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly program: string) {}

  /** Runs a command after those that run already. */
  run(command: ThreadCommand): Promise<ThreadResult> {
    const result = this.last.then(() => this.send(command));
    this.last = result.catch(() => undefined);
    return result;
  }

  private async send(command: ThreadCommand): Promise<ThreadResult> {
    const worker = (this.worker ??= this.start());
    const settled = new AbortController();
    worker.ref();
    worker.postMessage(command);
    try {
      const [result] = (await Promise.race([
        once(worker, 'message', settled),
        once(worker, 'exit', settled).then(() => [undefined]),
      ])) as [ThreadResult | undefined];
      if (!result) throw new Error('The command ended its thread.');
      return result;
    } catch (error) {
      this.worker = undefined;
      throw error;
    } finally {
      settled.abort();
      worker.unref();
    }
  }

  private start(): Worker {
    return new Worker(new URL('./command-thread.js', import.meta.url), {
      workerData: { program: this.program },
    });
  }
}

const threads = new Map<string, CommandThread>();

/**
 * A thread that runs the commands of {@link runCli}. After each command, it waits until nothing is left that would keep
 * a process from exiting.
 */
import { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { runProgram } from '../../../src/service/cli/program.js';

/** A command for the thread. */
export interface ThreadCommand {
  readonly env: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  readonly input: string;
}

/** The result of a command. */
export interface ThreadResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The connections, timers and listeners that the command has left behind. */
  readonly left: readonly string[];
}

/** A command that holds resources for longer would keep its process from exiting. */
const exitDeadlineMs = 10_000;

class Collected extends Writable {
  text = '';

  override _write(chunk: Buffer | string, _: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

const { program } = workerData as { program: string };
const { runProgram: run } = (await import(program)) as { runProgram: typeof runProgram };

parentPort!.on('message', (command: ThreadCommand) => {
  void runCommand(command).then((result) => parentPort!.postMessage(result));
});

async function runCommand({ env, args, input }: ThreadCommand): Promise<ThreadResult> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  const before = held();
  const [stdout, stderr] = [new Collected(), new Collected()];
  const code = await run({
    argv: [process.execPath, 'nest-accounts', ...args],
    env: process.env,
    stdin: Readable.from(input ? [Buffer.from(input)] : [], { objectMode: false }),
    stdout,
    stderr,
  });
  const end = performance.now() + exitDeadlineMs;
  let left = excess(before);
  while (left.length > 0 && performance.now() < end) {
    await delay(5, undefined, { ref: false });
    left = excess(before);
  }
  return { code, stdout: stdout.text, stderr: stderr.text, left };
}

/** Returns the kinds of resources that keep the thread running, and the listeners of its process. */
function held(): string[] {
  const listeners = process
    .eventNames()
    .flatMap((name) =>
      Array<string>(process.listenerCount(name)).fill(`listener of ${String(name)}`),
    );
  return [...process.getActiveResourcesInfo(), ...listeners];
}

function excess(before: readonly string[]): string[] {
  const rest = [...before];
  return held().filter((each) => {
    const index = rest.indexOf(each);
    if (index < 0) return true;
    rest.splice(index, 1);
    return false;
  });
}

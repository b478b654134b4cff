import type { Readable, Writable } from 'node:stream';

/** The parts of a process that the command line uses. */
export interface CliProcess {
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

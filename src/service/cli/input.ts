import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { CliProcess } from './cli-process.js';

/** Secrets and confirmations from standard input, which may be a terminal. */
export class Input {
  constructor(private readonly process: Pick<CliProcess, 'stdin' | 'stderr'>) {}

  /**
   * Reads the first line of standard input, which must be UTF-8. On a terminal, asks the question and hides the input.
   */
  async readSecret(question: string): Promise<string> {
    const { stdin } = this.process;
    if (stdin.isTTY) return this.ask(question, nowhere);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await buffer(stdin));
    return text.replace(/\r?\n[^]*$/, '');
  }

  /** Reads a new password. On a terminal, the user types it twice. */
  async readNewPassword(): Promise<string> {
    const password = await this.readSecret('Password: ');
    const isTyped = this.process.stdin.isTTY;
    if (isTyped && (await this.readSecret('Password again: ')) !== password) {
      throw new Error('The passwords differ.');
    }
    return password;
  }

  /** Asks for confirmation on a terminal. Elsewhere, `--yes` is required. @throws Error if the operator declines */
  async confirm(question: string, isConfirmed = false): Promise<void> {
    if (isConfirmed) return;
    const { stdin, stderr } = this.process;
    if (!stdin.isTTY) throw new Error('Add --yes to confirm this without a terminal.');
    const answer = await this.ask(`${question} Type yes to confirm: `, stderr);
    if (answer.trim().toLowerCase() !== 'yes') throw new Error('Cancelled.');
  }

  /** Writes the question to standard error, so that standard output has only the result. */
  private async ask(question: string, echo: Writable): Promise<string> {
    const { stdin, stderr } = this.process;
    const reader = createInterface({ input: stdin, output: echo, terminal: true });
    const cancelled = new AbortController();
    // Ctrl-C and Ctrl-D close the reader.
    reader.once('close', () => cancelled.abort());
    stderr.write(question);
    try {
      return await reader.question('', { signal: cancelled.signal });
    } catch {
      throw new Error('Cancelled.');
    } finally {
      reader.close();
      if (echo === nowhere) stderr.write('\n');
    }
  }
}

const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });

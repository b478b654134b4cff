import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/**
 * Reads the first line of standard input, which must be UTF-8. On a terminal, asks the question and hides the input.
 */
export async function readSecret(question: string): Promise<string> {
  if (process.stdin.isTTY) return ask(question, nowhere);
  const text = new TextDecoder('utf-8', { fatal: true }).decode(await buffer(process.stdin));
  return text.replace(/\r?\n[^]*$/, '');
}

/** Reads a new password. On a terminal, the user types it twice. */
export async function readNewPassword(): Promise<string> {
  const password = await readSecret('Password: ');
  if (process.stdin.isTTY && (await readSecret('Password again: ')) !== password) {
    throw new Error('The passwords differ.');
  }
  return password;
}

/** Asks for confirmation on a terminal. Elsewhere, `--yes` is required. @throws Error if the operator declines */
export async function confirm(question: string, isConfirmed = false): Promise<void> {
  if (isConfirmed) return;
  if (!process.stdin.isTTY) throw new Error('Add --yes to confirm this without a terminal.');
  const answer = await ask(`${question} Type yes to confirm: `, process.stderr);
  if (answer.trim().toLowerCase() !== 'yes') throw new Error('Cancelled.');
}

/** Writes the question to standard error, so that standard output has only the result. */
async function ask(question: string, echo: Writable): Promise<string> {
  const reader = createInterface({ input: process.stdin, output: echo, terminal: true });
  const cancelled = new AbortController();
  // Ctrl-C and Ctrl-D close the reader.
  reader.once('close', () => cancelled.abort());
  process.stderr.write(question);
  try {
    return await reader.question('', { signal: cancelled.signal });
  } catch {
    throw new Error('Cancelled.');
  } finally {
    reader.close();
    if (echo === nowhere) process.stderr.write('\n');
  }
}

const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });

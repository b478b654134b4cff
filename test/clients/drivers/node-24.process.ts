import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';

let node24: Promise<string> | undefined;

/** Starts a program on Node.js 24, because it does not support Node.js 20. */
export async function startOnNode24(script: string, ...args: string[]) {
  node24 ??= findNode24();
  return spawn(await node24, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function findNode24(): Promise<string> {
  const { stdout } = await promisify(execFile)('npx', ['-y', 'node@24', '-p', 'process.execPath']);
  return stdout.trim();
}

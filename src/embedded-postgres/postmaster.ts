import { execFile } from 'node:child_process';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isAlive } from './startup-lock.js';

/** A running server's entries in postmaster.pid. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

/** Finds the server that runs on a data folder. Returns undefined if postmaster.pid is missing or stale. */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const text = await readPostmasterFile(data);
  // One value per line: https://www.postgresql.org/docs/current/storage-file-layout.html
  const lines = text?.split('\n') ?? [];
  const pid = Number(lines[0]);
  if (!pid || !(await isServing(pid, data))) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

/**
 * Removes a postmaster.pid that prevents a start. PostgreSQL ignores the file of a dead process, but not a damaged
 * file or one whose process id now belongs to another program.
 */
export async function removeMisleadingPostmasterFile(data: string): Promise<void> {
  const text = await readPostmasterFile(data);
  if (text === undefined) return;
  const pid = parseInt(text, 10);
  const isMisleading = pid
    ? isAlive(pid) && !(await isServing(pid, data))
    : !(await isServedByAny(data));
  if (isMisleading) await rm(join(data, 'postmaster.pid'), { force: true });
}

async function isServedByAny(data: string): Promise<boolean> {
  const names = await readdir('/proc').catch(() => undefined);
  const pids = names?.map(Number).filter((pid) => pid > 0) ?? (await listProcesses());
  for (const pid of pids) if (await isServing(pid, data).catch(() => false)) return true;
  return false;
}

async function listProcesses(): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-ax', '-o', 'pid=']);
  return stdout.trim().split(/\s+/).map(Number);
}

function readPostmasterFile(data: string): Promise<string | undefined> {
  return readFile(join(data, 'postmaster.pid'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Whether this process is the server of this data folder, as far as the system reveals it. */
async function isServing(pid: number, data: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'win32') return true;
  // PostgreSQL's working folder is its data folder, even after a parent folder is renamed.
  const workingFolder = await stat(`/proc/${pid}/cwd`).catch(() => undefined);
  if (workingFolder) {
    const { dev, ino } = await stat(data);
    return workingFolder.dev === dev && workingFolder.ino === ino;
  }
  // In a container, root may not be allowed to read the working folder of other users' processes.
  const command = await commandLine(pid).catch(() => '');
  return command.includes(data);
}

async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8');
  const ps = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
  return ps.stdout;
}

import { randomUUID } from 'node:crypto';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';

const TICKET = /^starting\.(\d+)\./;

/** Longer than any start. An older ticket belongs to a dead process whose id another program now has. */
const OLDEST_TICKET_MS = 120_000;

/**
 * Runs `work` while no other process does so in the same folder.
 *
 * A process writes a ticket, and withdraws it if it then finds another one. Tickets have unique names. This makes it
 * safe to remove a ticket left by a `kill -9`. With a single lock file, the removal could hit a live lock.
 */
export async function whileAlone<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const ticket = `starting.${process.pid}.${randomUUID()}`;
  const deadline = performance.now() + OLDEST_TICKET_MS;
  try {
    for (;;) {
      await writeFile(join(folder, ticket), '', { mode: 0o600 });
      const other = await findOther(folder, ticket);
      if (other === undefined) return await work();
      if (performance.now() > deadline) {
        throw new EmbeddedPostgresError(
          `Process ${other} has been starting the embedded PostgreSQL in ${folder} for too long.`,
        );
      }
      await rm(join(folder, ticket), { force: true });
      await delay(20 + Math.random() * 60);
    }
  } finally {
    await rm(join(folder, ticket), { force: true });
  }
}

async function findOther(folder: string, own: string): Promise<number | undefined> {
  for (const name of await readdir(folder)) {
    const pid = Number(TICKET.exec(name)?.[1]);
    if (!pid || name === own) continue;
    const ticket = join(folder, name);
    const age = await stat(ticket).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => undefined,
    );
    if (age === undefined) continue;
    if (isAlive(pid) && age < OLDEST_TICKET_MS) return pid;
    await rm(ticket, { force: true });
  }
  return undefined;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

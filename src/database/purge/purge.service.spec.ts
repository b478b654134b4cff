import { ConsoleLogger, Logger } from '@nestjs/common';
import { mock } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import type { ExpiredRowsRepository } from './expired-rows.repository.js';
import type { ExpiringRows } from './expiring-rows.js';
import { PurgeService } from './purge.service.js';

const intervalMs = 5 * 60_000;

describe('The purge', () => {
  beforeAll(() => Logger.overrideLogger(false));
  afterAll(() => Logger.overrideLogger(new ConsoleLogger()));
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
  afterEach(() => mock.timers.reset());

  let batches: string[] = [];
  /** A purge of two tables, whose batches are recorded. */
  const createPurge = (deleteBatch: (table: string) => Promise<boolean>) => {
    batches = [];
    const rows = {
      tables: [{ expiring: 'sessions' }, { expiring: 'tokens' }],
      registerTables: () => Promise.resolve(),
      deleteBatch: ({ expiring }: ExpiringRows) => {
        batches.push(expiring);
        return deleteBatch(expiring);
      },
    } as unknown as ExpiredRowsRepository;
    const purge = new PurgeService(rows);
    purge.onApplicationBootstrap();
    return purge;
  };

  it('does not overlap itself, and on shutdown stops after the current batch without tasks', async () => {
    let finish: (more: boolean) => void = () => undefined;
    const purge = createPurge(() => new Promise((resolve) => (finish = resolve)));
    let tasks = 0;
    purge.addTask(async () => void tasks++);
    mock.timers.tick(intervalMs);
    mock.timers.tick(intervalMs);
    await settled();
    expect(batches).toEqual(['sessions']);
    let hasShutDown = false;
    const shutdown = purge.beforeApplicationShutdown().then(() => (hasShutDown = true));
    await settled();
    expect(hasShutDown).toBe(false);
    finish(true);
    await shutdown;
    expect([batches, tasks]).toEqual([['sessions'], 0]);
  });

  it('deletes batches of each table in turn, and skips a table that fails', async () => {
    let left = 3;
    const purge = createPurge((table) => {
      return table === 'tokens'
        ? Promise.reject(new Error('no disk'))
        : Promise.resolve(left-- > 0);
    });
    const message = 'expired rows of tokens were not deleted: no disk';
    await expect(purge.purge()).rejects.toThrow(message);
    expect(batches).toEqual(['sessions', 'tokens', 'sessions', 'sessions', 'sessions']);
    await purge.beforeApplicationShutdown();
  });

  it('runs every task despite other failures, and again at each interval', async () => {
    const purge = createPurge(() => Promise.reject(new Error('rows')));
    let tasks = 0;
    purge.addTask(() => Promise.reject(new Error('task')));
    purge.addTask(async () => void tasks++);
    await expect(purge.purge()).rejects.toThrow(/sessions.*rows; .*tokens.*rows; task/);
    expect(tasks).toBe(1);
    for (const expected of [2, 3]) {
      mock.timers.tick(intervalMs);
      await settled();
      expect(tasks).toBe(expected);
    }
    await purge.beforeApplicationShutdown();
  });
});

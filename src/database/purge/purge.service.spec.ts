import { ConsoleLogger, Logger } from '@nestjs/common';
import { mock } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import type { ExpiredRowsRepository } from './expired-rows.repository.js';
import { PurgeService } from './purge.service.js';

const intervalMs = 5 * 60_000;

describe('The purge', () => {
  beforeAll(() => Logger.overrideLogger(false));
  afterAll(() => Logger.overrideLogger(new ConsoleLogger()));
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
  afterEach(() => mock.timers.reset());

  let batches = 0;
  /** Its tasks are done after this batch of expired rows. */
  const purgeOf = (deleteBatch: () => Promise<boolean>) => {
    batches = 0;
    const counted = () => {
      batches++;
      return deleteBatch();
    };
    const rows = { deleteBatch: counted } as unknown as ExpiredRowsRepository;
    const purge = new PurgeService(rows);
    purge.onApplicationBootstrap();
    return purge;
  };

  it('that takes long is finished before the next one begins, and does no task after a shutdown', async () => {
    let finish: (more: boolean) => void = () => undefined;
    const purge = purgeOf(() => new Promise((resolve) => (finish = resolve)));
    let tasks = 0;
    purge.also(async () => void tasks++);
    mock.timers.tick(intervalMs);
    mock.timers.tick(intervalMs);
    expect(batches).toBe(1);
    let hasShutDown = false;
    const shutdown = purge.onApplicationShutdown().then(() => (hasShutDown = true));
    await settled();
    expect(hasShutDown).toBe(false);
    finish(true);
    await shutdown;
    expect([batches, tasks]).toEqual([1, 0]);
  });

  it('does every task, whichever of its work has failed, and again at the next interval', async () => {
    const purge = purgeOf(() => Promise.reject(new Error('rows')));
    let tasks = 0;
    purge.also(() => Promise.reject(new Error('task')));
    purge.also(async () => void tasks++);
    await expect(purge.purge()).rejects.toThrow('rows; task');
    expect(tasks).toBe(1);
    for (const expected of [2, 3]) {
      mock.timers.tick(intervalMs);
      await settled();
      expect(tasks).toBe(expected);
    }
    await purge.onApplicationShutdown();
  });
});

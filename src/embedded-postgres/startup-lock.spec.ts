import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { whileAlone } from './startup-lock.js';

describe('whileAlone', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'startup-lock-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('runs one task at a time, and leaves no files behind', async () => {
    let working = 0;
    const most = await Promise.all(
      Array.from({ length: 8 }, () =>
        whileAlone(folder, async () => {
          working += 1;
          const seen = working;
          await delay(5);
          working -= 1;
          return seen;
        }),
      ),
    );
    expect(most).toEqual(Array(8).fill(1));
    expect(await readdir(folder)).toEqual([]);
  });

  it('releases the lock if the task fails', async () => {
    const failing = whileAlone(folder, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await whileAlone(folder, () => Promise.resolve('yes'))).toBe('yes');
  });

  it('ignores locks of dead processes, even if their process id was reused', async () => {
    await writeFile(join(folder, 'starting.4194305.killed'), '');
    const reused = join(folder, `starting.${process.ppid}.rebooted`);
    await writeFile(reused, '');
    await utimes(reused, 0, 0);
    expect(await whileAlone(folder, () => readdir(folder))).toHaveLength(1);
  });
});

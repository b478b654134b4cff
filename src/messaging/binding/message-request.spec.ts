import { restoreClock, setClock } from '../../../test/support/processes/clock.js';
import { MessageRequest } from './message-request.js';

const hour = 3_600_000;

describe('a message', () => {
  afterEach(restoreClock);

  it.each([-hour, hour])('keeps its deadline if the clock changes by %i ms', async (ms) => {
    const message = new MessageRequest({ deadline: Date.now() + 300 }, {});
    setClock(ms);
    expect(await message.inTime(async () => 'done')).toBe('done');
    const began = performance.now();
    await expect(message.inTime(() => new Promise(() => undefined))).rejects.toMatchObject({
      code: 'deadline_exceeded',
    });
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});

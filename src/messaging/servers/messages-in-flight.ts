import type { Server } from '@nestjs/microservices';
import { setImmediate, setTimeout } from 'node:timers/promises';

/** The messages that a server has taken and not yet answered. */
export class MessagesInFlight {
  private count = 0;

  constructor(server: Pick<Server, 'setOnProcessingStartHook' | 'setOnProcessingEndHook'>) {
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- Nest looks for failures in it
    server.setOnProcessingStartHook((_transport, _context, done) => {
      this.count++;
      return done();
    });
    server.setOnProcessingEndHook(() => this.count--);
  }

  /** Returns when all of them are answered, or have had the time that a message can have. */
  async answered(timeoutMs = 10_000): Promise<void> {
    const end = performance.now() + timeoutMs;
    while (this.count > 0 && performance.now() < end) await setTimeout(10);
    // Nest sends a reply in the tick after it was made.
    await setImmediate();
  }
}

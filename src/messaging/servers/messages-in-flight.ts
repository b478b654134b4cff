import type { Server } from '@nestjs/microservices';
import { setImmediate, setTimeout } from 'node:timers/promises';

/** Counts the messages of a server that are in progress. */
export class MessagesInFlight {
  private count = 0;

  constructor(server: Pick<Server, 'setOnProcessingStartHook' | 'setOnProcessingEndHook'>) {
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- Nest handles its rejection
    server.setOnProcessingStartHook((_transport, _context, done) => {
      this.count++;
      return done();
    });
    server.setOnProcessingEndHook(() => this.count--);
  }

  /** Resolves once all messages are finished, or the longest deadline has passed. */
  async answered(timeoutMs = 10_000): Promise<void> {
    const end = performance.now() + timeoutMs;
    while (this.count > 0 && performance.now() < end) await setTimeout(10);
    // Nest sends a reply in the tick after creating it.
    await setImmediate();
  }
}

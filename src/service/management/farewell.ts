import { Injectable } from '@nestjs/common';
import type { Server, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/** How long whoever routes to the service has to see that it is no longer ready. */
const graceMs = 1_000;

/**
 * The end, announced while everything is still served. A connection that is closed when it is over
 * may have the next request on its way; one whose last answer said so has not.
 */
@Injectable()
export class Farewell {
  /** Whether the end is near, so that nobody should begin anything here. */
  said = false;

  /** Returns when nobody who was told sends anything more. */
  async say(server: Server): Promise<void> {
    this.said = true;
    for (const event of ['request', 'checkContinue']) {
      server.prependListener(event, (_request, response: ServerResponse) =>
        response.setHeader('Connection', 'close'),
      );
    }
    await setTimeout(graceMs);
  }
}

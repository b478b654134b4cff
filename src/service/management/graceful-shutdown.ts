import { Injectable } from '@nestjs/common';
import type { Server, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/** How long a load balancer has to see that the service is no longer ready. */
const graceMs = 1_000;

/**
 * Announces a shutdown while everything is still served. Without it, a client may send its next request on
 * a connection at the moment the server closes it; after `Connection: close` it does not.
 */
@Injectable()
export class GracefulShutdown {
  /** Whether clients should go elsewhere. */
  isAnnounced = false;

  /** Returns when load balancers and clients have had the time to notice. */
  async announce(server: Server): Promise<void> {
    this.isAnnounced = true;
    for (const event of ['request', 'checkContinue']) {
      server.prependListener(event, (_request, response: ServerResponse) =>
        response.setHeader('Connection', 'close'),
      );
    }
    await setTimeout(graceMs);
  }
}

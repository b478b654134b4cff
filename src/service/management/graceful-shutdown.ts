import { Injectable } from '@nestjs/common';
import type { Server, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/** How long a load balancer has to notice that the service is no longer ready. */
const graceMs = 1_000;

/**
 * Announces a shutdown while all requests are still served. Without it, a client may send its next request on
 * a connection while the server closes it; after `Connection: close` it does not.
 */
@Injectable()
export class GracefulShutdown {
  /** Whether clients should use another node. */
  isAnnounced = false;

  /** Resolves when load balancers and clients have had time to notice. */
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

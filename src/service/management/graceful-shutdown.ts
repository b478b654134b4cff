import { Injectable } from '@nestjs/common';
import type { Server, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/** How long a load balancer has to notice that the service is not ready. */
const graceMs = 1_000;

/**
 * Announces a shutdown while the service still handles all requests. Otherwise a client might send its next request on
 * a connection that the server is closing. After `Connection: close` it does not.
 */
@Injectable()
export class GracefulShutdown {
  /** Whether clients should use another node. */
  isAnnounced = false;

  /** Resolves once load balancers and clients have had time to notice. */
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

import { Injectable } from '@nestjs/common';
import type { Server, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/** How long clients have to notice that their connection will be closed. */
const graceMs = 1_000;

/**
 * Announces a shutdown while the service still handles all requests. Otherwise a client might send its next request on
 * a connection that the server is closing. After `Connection: close` it does not.
 */
@Injectable()
export class GracefulShutdown {
  /** Whether clients should use another node. */
  isAnnounced = false;

  private readonly delaying = new AbortController();

  /**
   * Resolves once load balancers and clients have had time to notice.
   *
   * @param server undefined for a service without HTTP
   * @param delayMs how long load balancers have to notice that the service is not ready
   */
  async announce(server: Server | undefined, delayMs: number): Promise<void> {
    this.isAnnounced = true;
    const { signal } = this.delaying;
    await setTimeout(delayMs, undefined, { signal }).catch(() => undefined);
    if (!server) return;
    for (const event of ['request', 'checkContinue']) {
      server.prependListener(event, (_request, response: ServerResponse) =>
        response.setHeader('Connection', 'close'),
      );
    }
    await setTimeout(graceMs);
  }

  /** Ends the delay for load balancers, but not the second for clients. */
  endDelay(): void {
    this.delaying.abort();
  }
}

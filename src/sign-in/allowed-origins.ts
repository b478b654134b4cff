import { OriginNotAllowedError } from '../errors/error-registry.js';
import type { OriginRequest } from '../http/mounted-accounts.js';

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/** The origins whose pages may use sessions. Browsers name the origin of a page; pages cannot forge it. */
export class AllowedOrigins {
  constructor(private readonly origins: readonly string[]) {}

  includes(origin: string | undefined): origin is string {
    return origin !== undefined && this.origins.includes(origin);
  }

  /**
   * Checks a request that may change something: one with an unsafe method, and the handshake of a WebSocket.
   *
   * @throws OriginNotAllowedError
   */
  assert({ method = '', headers }: OriginRequest): void {
    const isHandshake = headers.upgrade?.toLowerCase() === 'websocket';
    if (safeMethods.includes(method) && !isHandshake) return;
    const { origin, 'sec-fetch-site': site } = headers;
    const isAllowed = origin === undefined ? site === 'same-origin' : this.includes(origin);
    if (!isAllowed) throw new OriginNotAllowedError();
  }
}

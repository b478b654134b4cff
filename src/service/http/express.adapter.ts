import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';
import { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyReader } from './body-reader.js';
import { createHttpServer } from './http-server.js';
import type { RequestHandler } from './pipelined-requests.js';

/**
 * Express changes the prototype of every request and response. V8 then has a class for each of them
 * alone, which makes everything about them slower, and lets the old generation fill with what they
 * held. So Node makes them with the prototype they are going to have, and nothing is left to change.
 */
export class PreparedExpressAdapter extends ExpressAdapter {
  /** @param onUnrouted answers what no router looks at: an address that has no path */
  constructor(
    private readonly bodies: BodyReader,
    private readonly onUnrouted: RequestHandler,
  ) {
    super();
  }

  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    class Request extends IncomingMessage {}
    // Handlers compare entity tags themselves: Express would respond 304 to `*` without any.
    Object.defineProperty(Request.prototype, 'fresh', { value: false });
    class Response extends ServerResponse {}
    app.request = Object.setPrototypeOf(Request.prototype, app.request) as Express['request'];
    app.response = Object.setPrototypeOf(Response.prototype, app.response) as Express['response'];
    const handle: RequestHandler = (request, response) => {
      app(request as never, response as never, () => this.onUnrouted(request, response));
    };
    this.httpServer = createHttpServer(handle, this.bodies, {
      IncomingMessage: Request,
      ServerResponse: Response,
    });
  }
}

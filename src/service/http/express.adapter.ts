import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';
import { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyReader } from './body-reader.js';
import { createHttpServer } from './http-server.js';
import type { RequestHandler } from './pipelined-requests.js';

/**
 * Express changes the prototype of every request and response. V8 then gives each object its own hidden class, which
 * slows down every access and fills the old generation with the objects they refer to. So Node creates them with
 * Express's prototypes, and no prototype is changed.
 */
export class PreparedExpressAdapter extends ExpressAdapter {
  /** @param onUnrouted handles requests that the router cannot, because their target has no path */
  constructor(
    private readonly bodies: BodyReader,
    private readonly onUnrouted: RequestHandler,
  ) {
    super();
  }

  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    class Request extends IncomingMessage {}
    // Handlers compare entity tags themselves: Express would respond 304 to `*` even without a tag.
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

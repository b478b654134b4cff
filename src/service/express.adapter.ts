import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';
import { IncomingMessage, ServerResponse } from 'node:http';
import type { BodyReader } from './body-reader.js';
import { createHttpServer } from './http-server.js';

/**
 * Express changes the prototype of every request and response. V8 then has a class for each of them
 * alone, which makes everything about them slower, and lets the old generation fill with what they
 * held. So Node makes them with the prototype they are going to have, and nothing is left to change.
 */
export class PreparedExpressAdapter extends ExpressAdapter {
  constructor(private readonly bodies: BodyReader) {
    super();
  }

  override initHttpServer(): void {
    const app = this.getInstance<Express>();
    class Request extends IncomingMessage {}
    // Whoever gives entity tags compares them: Express would answer 304 to `*` without any.
    Object.defineProperty(Request.prototype, 'fresh', { value: false });
    class Response extends ServerResponse {}
    app.request = Object.setPrototypeOf(Request.prototype, app.request) as Express['request'];
    app.response = Object.setPrototypeOf(Response.prototype, app.response) as Express['response'];
    this.httpServer = createHttpServer(app, this.bodies, {
      IncomingMessage: Request,
      ServerResponse: Response,
    });
  }
}

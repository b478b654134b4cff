import helmet from 'helmet';
import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import type { Settings } from '../settings/settings.js';

/** The headers of helmet. They are the same for every response, so they are computed once. */
export function securityHeaders({ production }: Pick<Settings, 'production'>): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const writeHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // Swagger UI needs these sources; the responses of the API do not use them.
        connectSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
      },
    },
    // Swagger UI opens the consent page in its own window and waits for the result.
    crossOriginOpenerPolicy: false,
    frameguard: { action: 'deny' },
    strictTransportSecurity: production,
  });
  writeHeaders(request, response, () => {});
  return { ...response.getHeaders() };
}

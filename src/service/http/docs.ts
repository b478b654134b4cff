import type { INestApplication } from '@nestjs/common';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { defaultBrandName } from '../../brand/brand.js';
import { scopes } from '../../principals/principal.js';
import type { Settings } from '../settings/settings.js';
import { DemoSeed, oauthRedirectPath } from '../start/demo-seed.js';

const initOAuth = { usePkceWithAuthorizationCodeGrant: true, scopes: [...scopes] };

/**
 * Serves Swagger UI at `/docs` and the document at `/docs-json`. The first request creates and compresses the bytes,
 * which all clients share, however slowly they read.
 *
 * @param describe creates the document
 * @param base the public path of the service, without a trailing slash
 */
export function serveDocs(
  app: INestApplication,
  describe: () => OpenAPIObject,
  settings: Pick<Settings, 'publicUrl' | 'production' | 'brand'>,
  base: string,
): void {
  serveDocument(app, describe);
  serveStartScript(app, settings);
  // Swagger UI loads the document from its URL. Given the document here, Nest would also write it into a script.
  SwaggerModule.setup('docs', app, {} as OpenAPIObject, {
    customSiteTitle: settings.brand.name ?? defaultBrandName,
    customfavIcon: `${base}/console/assets/icon`,
    raw: false,
    swaggerUrl: `${base}/docs-json`,
    customJs: `${base}/docs/start.js`,
    swaggerOptions: {
      displayRequestDuration: true,
      // Swagger's validator is a third-party service.
      validatorUrl: null,
      // Each operation shows its schemas, so their list stays folded.
      defaultModelsExpandDepth: 0,
      oauth2RedirectUrl: settings.publicUrl + oauthRedirectPath,
      initOAuth,
    },
  });
}

function serveDocument(app: INestApplication, describe: () => OpenAPIObject): void {
  const adapter = app.getHttpAdapter();
  let written: { readonly bytes: Buffer; readonly compressed: Buffer } | undefined;
  const write = () => {
    const bytes = Buffer.from(JSON.stringify(describe()));
    return { bytes, compressed: gzipSync(bytes) };
  };
  adapter.get(
    '/docs-json',
    ({ headers }: IncomingMessage, response: { send(body: Buffer): unknown }) => {
      const { bytes, compressed } = (written ??= write());
      const isCompressed = acceptsGzip(headers['accept-encoding'] as string | undefined);
      adapter.setHeader(response, 'Content-Type', 'application/json; charset=utf-8');
      adapter.setHeader(response, 'Vary', 'Accept-Encoding');
      if (isCompressed) adapter.setHeader(response, 'Content-Encoding', 'gzip');
      response.send(isCompressed ? compressed : bytes);
    },
  );
}

/** Serves the script of the page. The demo client exists only after the start. */
function serveStartScript(
  app: INestApplication,
  { publicUrl, production }: Pick<Settings, 'publicUrl' | 'production'>,
): void {
  const adapter = app.getHttpAdapter();
  const { origin } = new URL(publicUrl);
  const demoClient = async () =>
    production
      ? undefined
      : await app
          .get(DemoSeed)
          .clientId()
          .catch(() => undefined);
  adapter.get(
    '/docs/start.js',
    async (_request: unknown, response: { send(text: string): unknown }) => {
      const clientId = await demoClient();
      adapter.setHeader(response, 'Content-Type', 'text/javascript; charset=utf-8');
      adapter.setHeader(response, 'Cache-Control', 'no-store');
      response.send(
        `(${openUnder})(${JSON.stringify(origin)});\n(${fillIn})(${JSON.stringify({ ...initOAuth, clientId })});`,
      );
    },
  );
}

// Globals of the browser.
declare const ui: { initOAuth(options: object): void };
declare const location: URL & { replace(to: string): void };
declare function addEventListener(event: 'load', listener: () => void): void;

/** Runs in the browser, once Swagger UI is ready. */
function fillIn(initOAuth: object): void {
  addEventListener('load', () => ui.initOAuth(initOAuth));
}

/**
 * Runs in the browser. The page that requests a token must have the origin that receives it. If the user opened another
 * name of this device, such as localhost, redirects to the registered name.
 */
function openUnder(origin: string): void {
  const { hostname, port } = new URL(origin);
  const names = ['localhost', '127.0.0.1', '[::1]'];
  const isThisDevice = names.includes(hostname) && names.includes(location.hostname);
  if (isThisDevice && location.port === port && location.hostname !== hostname) {
    location.replace(origin + location.pathname + location.search + location.hash);
  }
}

/** Whether an `Accept-Encoding` accepts gzip (RFC 9110 section 12.5.3). */
export function acceptsGzip(acceptEncoding = ''): boolean {
  const qualities = new Map(acceptEncoding.split(',').map(parseCoding));
  return (qualities.get('gzip') ?? qualities.get('x-gzip') ?? qualities.get('*') ?? 0) > 0;
}

function parseCoding(text: string): [coding: string, quality: number] {
  const [coding = '', weight = 'q=1'] = text.toLowerCase().split(';', 2);
  return [coding.trim(), Number(weight.trim().replace(/^q=/, ''))];
}

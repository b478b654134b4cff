import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { scopes } from '../../principals/principal.js';
import { ApiVersions } from '../../http/versions/api-versions.js';
import { shareComponents } from '../../http/openapi/shared-components.js';
import { addAccountsSecurity } from '../../http/security.schemes.js';
import type { Settings } from '../settings/settings.js';
import { DemoSeed, oauthRedirectPath } from '../start/demo-seed.js';
import { acceptsGzip } from './accept-encoding.js';
import { describeLimits } from './described-limits.js';

const initOAuth = { usePkceWithAuthorizationCodeGrant: true, scopes: [...scopes] };

/**
 * The OpenAPI document of the API.
 *
 * @param base the public path of the service, without a trailing slash. Default: none
 */
export function describeApi(app: INestApplication, base = ''): OpenAPIObject {
  const { oldest, newest } = app.get(ApiVersions, { strict: false });
  const config = new DocumentBuilder()
    .setTitle('Accounts')
    .setDescription(
      [
        'Create, read, change and delete user accounts.',
        '',
        `Every call needs an access token, either in the \`Authorization\` header (preferred) or as \`access_token\` in the query string. For your own account, create an application in the [console](${base}/console): its page shows one. For the account of another user, obtain one through OAuth 2.0.`,
        '',
        `Versions ${oldest.version} to ${newest.version} are served. Errors are sentences for the user, in the language of \`Accept-Language\`.`,
      ].join('\n'),
    )
    .setVersion(newest.version)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(base || '/', 'This service')
    .addTag('accounts', 'The account a token belongs to, and new accounts.')
    .addTag('application data', 'Languages and vocabularies.')
    .addTag(
      'applications',
      'The applications of a user and their access tokens. Only for the own token of an application, never for one granted through OAuth.',
    )
    .addTag('health', 'For supervisors and load balancers.')
    .addTag(
      'oauth',
      'OAuth 2.0: how another application obtains a token for an account, with the consent of its owner at `/oauth/authorize`.',
    );
  const document = SwaggerModule.createDocument(app, addAccountsSecurity(config, app).build());
  return shareComponents(describeLimits(document, app));
}

/** The OpenAPI document of the management port, which the API's document does not mention. */
export function describeManagement(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Accounts: operators')
    .setDescription(
      [
        'What operators do to accounts of any user, on the management port.',
        '',
        'Every call needs a token of `MANAGEMENT_TOKEN`; a token of an account is refused. What changes an account, and its export, is in the audit trail with the name in `X-Operator`. Errors are in the language of `Accept-Language`.',
      ].join('\n'),
    )
    .setVersion('1.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/', 'This port')
    .addTag('health', 'For supervisors and load balancers.')
    .addTag('operator', 'Actions of operators.')
    .addSecurity('management', {
      type: 'http',
      scheme: 'bearer',
      description: 'A token of `MANAGEMENT_TOKEN`.',
    })
    .addSecurityRequirements('management');
  return shareComponents(SwaggerModule.createDocument(app, config.build()));
}

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
  { publicUrl, production }: Pick<Settings, 'publicUrl' | 'production'>,
  base: string,
): void {
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
  // Swagger UI loads the document from its URL. Given the document here, Nest would also write it into a script.
  SwaggerModule.setup('docs', app, {} as OpenAPIObject, {
    customSiteTitle: 'Accounts',
    raw: false,
    swaggerUrl: `${base}/docs-json`,
    customJs: `${base}/docs/start.js`,
    swaggerOptions: {
      displayRequestDuration: true,
      // Swagger's validator is a third-party service.
      validatorUrl: null,
      // Each operation shows its schemas, so their list stays folded.
      defaultModelsExpandDepth: 0,
      oauth2RedirectUrl: publicUrl + oauthRedirectPath,
      initOAuth,
    },
  });
}

/** Runs in the browser, once Swagger UI is ready. The demo client exists only after the start. */
function fillIn(initOAuth: object): void {
  const page = globalThis as unknown as {
    ui: { initOAuth(options: object): void };
    addEventListener(event: 'load', listener: () => void): void;
  };
  page.addEventListener('load', () => page.ui.initOAuth(initOAuth));
}

/**
 * Runs in the browser. The page that requests a token must have the origin that receives it. If the user opened another
 * name of this device, such as localhost, redirects to the registered name.
 */
function openUnder(origin: string): void {
  const { hostname, port } = new URL(origin);
  const names = ['localhost', '127.0.0.1', '[::1]'];
  const { location } = globalThis as unknown as { location: URL & { replace(to: string): void } };
  const isThisDevice = names.includes(hostname) && names.includes(location.hostname);
  if (isThisDevice && location.port === port && location.hostname !== hostname) {
    location.replace(origin + location.pathname + location.search + location.hash);
  }
}

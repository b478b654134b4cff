import type { Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { UserinfoGuard } from '../../src/oauth/openid/userinfo.guard.js';
import { BearerAuthGuard } from '../../src/http/bearer-auth.guard.js';
import { Operation } from '../../src/http/operation.decorator.js';
import { RateLimitGuard } from '../../src/http/rate-limit.guard.js';
import { PageGuard } from '../../src/console/shell/browser/page.guard.js';
import { type ErrorCode, errorCodes } from '../../src/errors/error-registry.js';
import { catalogues } from '../../src/language/catalogues/index.js';
import { ManagementServer } from '../../src/service/management/management.server.js';
import { documentedRoutes } from '../hostile/openapi.js';
import { pageRoutes } from '../hostile/routes.js';
import { hostOwned } from '../support/hosts/host-owned.js';
import { inlinedDocument } from '../support/inlined-document.js';
import { describeService, startService, type TestService } from '../support/hosts/service.js';
import { listRoutes } from '../support/routes.js';

const getDocument = (name: string) =>
  JSON.parse(readFileSync(new URL(name, import.meta.resolve('#package.json')), 'utf8'));
const committed = getDocument('./openapi.json');
const ofOperators = getDocument('./operator-openapi.json');

/** The committed description includes the operations that need mail. */
const withMails = { mail: { url: undefined, from: 'a@example.com' } };

describeService(
  'The API description',
  (service, standalone) => {
    standalone.it(
      hostOwned.service,
      'is the committed openapi.json (npm run docs writes it)',
      async () => {
        const answer = await fetch(`${service().url}/docs-json`);
        expect(answer.headers.get('content-type')).toMatch(/application\/json/);
        expect(await answer.json()).toEqual(committed);
      },
    );

    standalone.it(
      hostOwned.service,
      'is served compressed to clients that accept gzip, and uncompressed to others',
      async () => {
        const sizes: number[] = [];
        for (const [accepted, coding] of [
          ['gzip, deflate, br', 'gzip'],
          ['gzip;q=0, identity', undefined],
          [undefined, undefined],
        ]) {
          const { headers, body } = await download(`${service().url}/docs-json`, accepted);
          expect(headers['content-encoding']).toBe(coding);
          expect(headers.vary).toBe('Accept-Encoding');
          expect(headers['content-length']).toBe(String(body.length));
          const text = coding ? gunzipSync(body) : body;
          expect(JSON.parse(text.toString())).toEqual(committed);
          sizes.push(body.length);
        }
        expect(sizes[0]).toBeLessThan(sizes[1]! / 4);
      },
    );

    standalone.it(
      hostOwned.service,
      'is shown at /docs by a page without inline scripts',
      async () => {
        const page = await fetch(`${service().url}/docs`);
        expect(page.status).toBe(200);
        const html = await page.text();
        expect(html).toContain('swagger-ui');
        const inline = [...html.matchAll(/<script(?![^>]*src=)[^>]*>([^]*?)<\/script>/g)];
        expect(inline.filter(([, code]) => code!.trim())).toEqual([]);
        for (const file of ['swagger-ui-bundle.js', 'swagger-ui-init.js', 'swagger-ui.css']) {
          expect((await fetch(`${service().url}/docs/${file}`)).status).toBe(200);
        }
      },
    );

    standalone.it(
      hostOwned.service,
      'asks Swagger UI to keep no token when its page is left',
      async () => {
        const options = await (await fetch(`${service().url}/docs/swagger-ui-init.js`)).text();
        expect(options).toContain('"customOptions"');
        expect(options).not.toContain('persistAuthorization');
      },
    );

    standalone.it(
      hostOwned.service,
      'is not at the root of the service, which redirects to the console',
      async () => {
        const root = await fetch(`${service().url}/`, { redirect: 'manual' });
        expect(root.status).toBe(302);
        expect(root.headers.get('location')).toBe('/console');
      },
    );
  },
  withMails,
);

/** Downloads the raw bytes, which fetch would decode. */
async function download(url: string, accepted?: string) {
  const headers = accepted === undefined ? {} : { 'Accept-Encoding': accepted };
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  return { headers: response.headers, body: await buffer(response) };
}

describe('openapi.json', () => {
  const operations = Object.entries(inlinedDocument(committed).paths).flatMap(([path, item]) =>
    Object.entries(item as object).map(([method, operation]) => ({ path, method, operation })),
  );
  const guarded = operations.filter(({ path }) => path.startsWith('/api/'));

  it('describes every operation of every resource', () => {
    expect(operations.map(({ path, method }) => `${method} ${path}`).sort()).toEqual([
      'delete /api/accounts/{account_id}',
      'delete /api/applications/{id}',
      'delete /api/applications/{id}/secrets/{secret_id}',
      'delete /api/applications/{id}/token',
      'delete /api/applications/{id}/tokens/{token_id}',
      'get /.well-known/oauth-authorization-server',
      'get /.well-known/oauth-protected-resource/{path}',
      'get /.well-known/openid-configuration',
      'get /api/accounts/{account_id}',
      'get /api/accounts/{account_id}/export',
      'get /api/accounts/{account_id}/preferences',
      'get /api/accounts/{account_id}/status',
      'get /api/app/data',
      'get /api/applications',
      'get /api/applications/{id}',
      'get /api/applications/{id}/secrets',
      'get /api/applications/{id}/tokens',
      'get /health/live',
      'get /health/ready',
      'get /oauth/jwks',
      'get /oauth/userinfo',
      'post /api/accounts',
      'post /api/accounts/{account_id}/email-verification',
      'post /api/applications',
      'post /api/applications/{id}/secret',
      'post /api/applications/{id}/token',
      'post /api/applications/{id}/tokens',
      'post /api/password-resets',
      'post /oauth/introspect',
      'post /oauth/revoke',
      'post /oauth/token',
      'post /oauth/userinfo',
      'put /api/accounts/{account_id}',
      'put /api/accounts/{account_id}/preferences',
      'put /api/applications/{id}',
    ]);
  });

  it.each([
    ['openapi.json', committed],
    ['operator-openapi.json', ofOperators],
  ])('has no dangling references and no unused components (%s)', (_, document) => {
    const refs = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/([^"]+)"/g);
    const names = Object.entries<object>(document.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, values]) => Object.keys(values).map((name) => `${kind}/${name}`));
    expect([...new Set([...refs].map(([, name]) => name))].sort()).toEqual(names.sort());
  });

  it('does not mention the operator interface', () => {
    expect(JSON.stringify(committed)).not.toMatch(/\/operator|X-Operator|AccountsOperator/);
  });

  it('defines each header, parameter, example and response once', () => {
    const values = Object.values<any>(committed.paths)
      .flatMap((path) => Object.values<any>(path))
      .flatMap(({ parameters = [], responses }) => [
        ...parameters,
        ...Object.values<any>(responses).flatMap((response) => [
          response,
          ...Object.values(response.headers ?? {}),
          ...Object.values(response.content?.['application/json']?.examples ?? {}),
        ]),
      ])
      .filter((value) => !value.$ref)
      .map((value) => JSON.stringify(value));
    expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
  });

  it('is less than half as large as without shared components', () => {
    const bytes = (document: object) => Buffer.byteLength(JSON.stringify(document, null, 2));
    expect(bytes(committed)).toBeLessThan(bytes(inlinedDocument(committed)) / 2);
  });

  it('names every operation in camel case, as generated clients call it', () => {
    for (const { operation } of operations)
      expect(operation.operationId).toMatch(/^[a-z]+[A-Za-z]*$/);
  });

  it('allows for the longest error sentence in every language', () => {
    const { maxLength } = committed.components.schemas.AccountsError.properties.error_description;
    for (const [, catalogue] of catalogues) {
      for (const code of Object.keys(errorCodes)) {
        // The longest value of a placeholder is a request id.
        const sentence = catalogue[code as ErrorCode].replaceAll(/\{.*\}/g, 'x'.repeat(128));
        expect(sentence.length).toBeLessThanOrEqual(maxLength);
      }
    }
  });

  it('gives each operation a summary, a unique id, both ways to authenticate and its headers', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { operation } of guarded) {
      expect(operation.summary).toBeTruthy();
      expect(operation.security).toEqual(
        expect.arrayContaining([{ accountsBearer: [] }, { accountsQuery: [] }]),
      );
      expect(operation.parameters.map(({ name }: any) => name)).toEqual(
        expect.arrayContaining(['Accept-Version', 'Accept-Language']),
      );
    }
  });

  it('names the rate limit and the versions of each operation', () => {
    for (const { operation } of guarded) {
      expect(operation.description).toMatch(
        /Limit `[\w.]+`: \d+ requests an? (?:minute|hour|day), .*\bVersions 1\.8 to 1\.21\.$/,
      );
    }
  });

  it('gives parameters no example values, except account_id me', () => {
    for (const { operation } of guarded) {
      for (const { in: where, name, schema } of operation.parameters) {
        if (name !== 'account_id' || schema.example !== 'me') {
          expect([where, name, schema.example]).toEqual([where, name, undefined]);
        }
      }
    }
  });

  it('names the scope that an OAuth token needs, or that none suffices', () => {
    const scopes = Object.fromEntries(
      guarded.map(({ operation: { operationId, security } }) => [
        operationId,
        security.find((each: object) => 'accountsOAuth' in each)?.accountsOAuth,
      ]),
    );
    expect(scopes).toMatchObject({
      createAccount: ['account:write'],
      readAccount: ['account:read'],
      updateAccount: ['account:write'],
      deleteAccount: undefined,
      createApplication: undefined,
      readApplicationData: [],
    });
  });

  it('gives an example of every error response', () => {
    for (const { operation } of guarded) {
      const statuses = Object.keys(operation.responses);
      expect(statuses).toEqual(expect.arrayContaining(['400', '401', '403', '429', '500', '503']));
      for (const status of statuses.filter((each) => Number(each) >= 400)) {
        const { examples, schema } = operation.responses[status].content['application/json'];
        expect(Object.keys(examples).length).toBeGreaterThan(0);
        expect(schema.$ref).toMatch(/Error$/);
      }
    }
  });

  it('gives valid examples of every form', () => {
    for (const path of ['token', 'revoke', 'introspect']) {
      const { content } = committed.paths[`/oauth/${path}`].post.requestBody;
      const { schema, examples } = content['application/x-www-form-urlencoded'];
      const { properties, required } = committed.components.schemas[schema.$ref.split('/').at(-1)];
      expect(Object.keys(examples)).not.toEqual([]);
      for (const { value } of Object.values<{ value: Record<string, string> }>(examples)) {
        expect(Object.keys(value)).toEqual(expect.arrayContaining(required));
        for (const [name, text] of Object.entries(value)) {
          const { pattern = '', enum: choices = [text] } = properties[name];
          expect([name, text]).toEqual([name, expect.stringMatching(pattern)]);
          expect(choices).toContain(text);
        }
      }
    }
  });

  it('documents X-Rate-Limit-Reset on 429 responses', () => {
    for (const { operation } of guarded) {
      expect(operation.responses['429'].headers).toHaveProperty('X-Rate-Limit-Reset');
    }
  });
});

describe('operator-openapi.json', () => {
  it('is the description of the management port (npm run docs writes it)', async () => {
    const management = { host: '127.0.0.1', port: 9464, tokens: [] };
    const service = await startService({ management });
    const document = await service.app
      .get(ManagementServer)
      .describe()
      .finally(() => service.close());
    // As it is written, without undefined members.
    expect(JSON.parse(JSON.stringify(document))).toEqual(ofOperators);
  });

  it('requires a token everywhere except for health, and documents each error', () => {
    expect(ofOperators.security).toEqual([{ management: [] }]);
    for (const [path, item] of Object.entries<object>(inlinedDocument(ofOperators).paths)) {
      for (const { operationId, security, parameters, responses } of Object.values<any>(item)) {
        expect(operationId).toMatch(/^[a-z]+[A-Za-z]*$/);
        if (path.startsWith('/health/')) continue;
        expect(security).toBeUndefined();
        expect(parameters).toContainEqual(expect.objectContaining({ name: 'X-Operator' }));
        expect(Object.keys(responses)).toEqual(
          expect.arrayContaining(['400', '401', '403', '429', '500', '503']),
        );
      }
    }
  });
});

describe('Every route', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService(withMails);
  });
  afterAll(() => service.close());
  const routes = () =>
    [...service.app.get(ModulesContainer).values()].flatMap(({ controllers }) =>
      [...controllers.values()].flatMap(({ metatype }) => listRoutes(metatype as Type)),
    );

  it('requires a token or a sign-in, or is listed as open', () => {
    const open: string[] = [];
    for (const { name, guards, isOpen } of routes()) {
      const isPage = guards.includes(PageGuard) && !isOpen;
      const hasToken = guards.includes(BearerAuthGuard) || guards.includes(UserinfoGuard);
      if (!hasToken && !isPage) open.push(name);
    }
    expect([...new Set(open)].sort()).toEqual([
      'AssetsController.serve',
      'AuthorizeController.answer',
      'AuthorizeController.ask',
      'ChangePasswordController.changePassword',
      'CheckMailController.enterCode',
      'CheckMailController.page',
      'CheckMailController.sendAgain',
      'EmailPagesController.adopt',
      'EmailPagesController.adoptPage',
      'EmailPagesController.again',
      'EmailPagesController.confirm',
      'EmailPagesController.confirmPage',
      'EmailPagesController.restore',
      'EmailPagesController.restorePage',
      'EmailPagesController.verify',
      'EmailPagesController.verifyPage',
      'FactorRemovalController.page',
      'FactorRemovalController.stop',
      'ForgotPasswordController.forgot',
      'ForgotPasswordController.forgotPage',
      'HealthController.live',
      'HealthController.ready',
      'HomeController.home',
      'LanguageController.choose',
      'LogoutController.answer',
      'LogoutController.ask',
      'MailGalleryController.gallery',
      'MetadataController.configuration',
      'MetadataController.jwks',
      'MetadataController.metadata',
      'OAuthController.introspect',
      'OAuthController.revoke',
      'OAuthController.token',
      'PreflightController.answer',
      'ResetPasswordController.reset',
      'ResetPasswordController.resetPage',
      'ResourceMetadataController.metadata',
      'ResourceMetadataController.metadataForSegments',
      'RootController.redirect',
      'SecondStepController.page',
      'SecondStepController.verify',
      'SecondStepController.verifyPasskey',
      'SetUpFactorController.addPasskey',
      'SetUpFactorController.continue',
      'SetUpFactorController.page',
      'SetUpFactorController.setUpApp',
      'SignInController.signIn',
      'SignInController.signInPage',
      'SignInController.signInWithPasskey',
      'SignInController.signOut',
      'SignInController.signUp',
      'SignInController.signUpPage',
    ]);
  });

  it('is rate limited as an operation, or is a page, or is listed as unlimited', () => {
    const unnamed: string[] = [];
    for (const { name, handler, guards } of routes()) {
      const isOperation =
        guards.includes(RateLimitGuard) && Reflect.hasMetadata(Operation.KEY, handler);
      if (!isOperation && !guards.includes(PageGuard)) unnamed.push(name);
    }
    expect([...new Set(unnamed)].sort()).toEqual([
      'AssetsController.serve',
      'HealthController.live',
      'HealthController.ready',
      'MailGalleryController.gallery',
      'MetadataController.configuration',
      'MetadataController.jwks',
      'MetadataController.metadata',
      // Limited by client, after client authentication.
      'OAuthController.introspect',
      'OAuthController.revoke',
      'OAuthController.token',
      'PreflightController.answer',
      'ResourceMetadataController.metadata',
      'ResourceMetadataController.metadataForSegments',
      'RootController.redirect',
    ]);
  });

  it('receives hostile input, or is for development only', () => {
    const attacked = [...documentedRoutes, ...pageRoutes].map(
      ({ method, path }) => `${method} ${path.split('?', 1)[0]}`,
    );
    const spared = routes()
      .filter(({ method }) => method !== 'OPTIONS')
      .filter(({ method, path }) => !attacked.includes(`${method} ${path}`));
    expect(spared.map(({ name }) => name)).toEqual(['MailGalleryController.gallery']);
  });
});

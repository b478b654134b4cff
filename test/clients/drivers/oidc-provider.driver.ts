/** Compares the service with oidc-provider. docs/decisions/oauth-conformance.md explains the differences. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PageClient } from '../../support/clients/page-client.js';
import { Applications, newOrigin, type Client } from './applications.js';
import {
  callback,
  ComparedServer,
  registrations,
  resource,
  signedOut,
  state,
  type ClientName,
  type Fields,
} from './compared.server.js';
import { readDecisionTable } from './decision.table.js';
import { startOnNode24 } from './node-24.process.js';
import { runCommand } from './service.process.js';

const program = fileURLToPath(
  new URL('../../../drivers/oidc-provider.program.js', import.meta.url),
);
const names = Object.keys(registrations) as ClientName[];

/** Prepares the service: its clients, its resource, and two users in their browsers. */
async function prepareService(applications: Applications) {
  const { service, person } = applications;
  const scopes = `--scope 'notes:read=View your notes' --scope 'notes:write=Change your notes'`;
  const creation = runCommand(service, `resource create ${resource} --name Notes ${scopes}`);
  const clients = await Promise.all(
    names.map((name) => applications.register(callback, registrations[name])),
  );
  const account = {
    name: 'Grace',
    email: 'grace@example.com',
    password: 'the 1st password of Grace',
  };
  const created = await fetch(`${service.url}/api/accounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, language_code: 'en' }),
  });
  assert.equal(created.status, 200);
  const other = new PageClient(service.url);
  await other.signIn(account.email, account.password);
  await creation;
  return ComparedServer.read(service.url, toRecord(clients), [person, other]);
}

/** Starts oidc-provider with the same clients. */
async function startOidcProvider(stop: AbortSignal): Promise<ComparedServer> {
  const { port, origin } = await newOrigin();
  const clients = names.map((name): Client & object => {
    const registration = { public: false, require_pkce: true, ...registrations[name] };
    const { public: isPublic, ...metadata } = registration;
    return {
      ...metadata,
      ...{ client_id: name, client_secret: `the secret of ${name}`, access_token: '' },
      ...{ grant_types: ['authorization_code', 'refresh_token'] },
      ...(isPublic && { application_type: 'native', token_endpoint_auth_method: 'none' }),
    };
  });
  const values = [port, clients, resource].map((value) => JSON.stringify(value));
  const child = await startOnNode24(program, ...values);
  stop.addEventListener('abort', () => child.kill());
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  const users = ['ada', 'grace'].map((user) => {
    const browser = new PageClient(origin);
    browser.cookies.set('user', user);
    return browser;
  });
  return ComparedServer.read(origin, toRecord(clients), users as [PageClient, PageClient]);
}

const toRecord = (clients: Client[]) =>
  Object.fromEntries(names.map((name, index) => [name, clients[index]])) as Record<
    ClientName,
    Client
  >;

type Row = (server: ComparedServer) => Promise<string>;

/** A complete authorization request with changes. */
const asks =
  (changes: Fields = {}, client: ClientName = 'web'): Row =>
  (server) =>
    server.authorize(server.request(client, changes));

/** A complete authorization request with changes, from a browser that is not signed in. */
const asksSignedOut =
  (changes: Fields): Row =>
  (server) =>
    server.authorize(server.request('web', changes), server.newBrowser());

/** A token request with a new code, with changes. */
const redeems =
  (changes: Fields = {}, client: ClientName = 'web'): Row =>
  async (server) =>
    server.respond(
      'token',
      { ...(await server.code(client)), ...changes },
      server.credentials(client),
    );

/** A token request without a code. */
const requests =
  (body: Fields, client: ClientName = 'web'): Row =>
  (server) =>
    server.respond('token', body, server.credentials(client));

/** A refresh of new tokens, with changes. */
const refreshes =
  (changes: Fields = {}, client: ClientName = 'web'): Row =>
  async (server) => {
    const { refresh_token } = await server.tokens('web', { scope: 'openid email' });
    const body = { grant_type: 'refresh_token', refresh_token, ...changes };
    return server.respond('token', body, server.credentials(client));
  };

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const unknownToken = 'a'.repeat(86);

const rows: Record<string, Record<string, Row>> = {
  authorize: {
    'a complete request': asks(),
    'a request in a form': (server) => server.authorizeByPost(server.request('web')),
    'no client_id': asks({ client_id: undefined }),
    'an unknown client_id': asks({ client_id: 'unknown' }),
    'two client_ids': (server) => {
      const { client_id } = server.clients.web;
      return server.authorize(server.request('web', { client_id: [client_id, client_id] }));
    },
    'no redirect_uri, one registered': asks({ redirect_uri: undefined }),
    'no redirect_uri, two registered': asks({ redirect_uri: undefined }, 'relaxed'),
    'two redirect_uris': asks({ redirect_uri: [callback, callback] }),
    'an unregistered redirect_uri': asks({ redirect_uri: 'https://evil.example/callback' }),
    'a registered redirect_uri with a query': asks({ redirect_uri: `${callback}?a=b` }),
    'a loopback redirect_uri with a port': asks(
      { redirect_uri: 'http://127.0.0.1:49152/callback' },
      'native',
    ),
    'no response_type': asks({ response_type: undefined }),
    'an unknown response_type': asks({ response_type: 'unknown' }),
    'response_type=token': asks({ response_type: 'token' }),
    'response_type=code code': asks({ response_type: 'code code' }),
    'two states': asks({ state: [state, state] }),
    'two scopes': asks({ scope: ['openid', 'email'] }),
    'two unknown parameters': asks({ unknown: ['a', 'b'] }),
    'an empty scope': asks({ scope: '' }),
    'a state with a line break': asks({ state: 'a\nb' }),
    'a state of 9,000 characters': asks({ state: 'a'.repeat(9_000) }),
    'no scope': asks({ scope: undefined }),
    'an unknown scope': asks({ scope: 'unknown' }),
    'openid and an unknown scope': asks({ scope: 'openid unknown' }),
    'a scope with a quotation mark': asks({ scope: 'openid "email"' }),
    'a scope with two spaces': asks({ scope: 'openid  email' }),
    'a scope without openid': asks({ scope: 'account:read' }),
    'prompt=none': asks({ prompt: 'none' }),
    'prompt=none, signed out': asksSignedOut({ prompt: 'none' }),
    'prompt=none, no consent': asks({ prompt: 'none' }, 'unseen'),
    'prompt=none, an app on the device': asks({ prompt: 'none' }, 'native'),
    'prompt=none, max_age=0': asks({ prompt: 'none', max_age: '0' }),
    'prompt=none login': asks({ prompt: 'none login' }),
    'an unknown prompt': asks({ prompt: 'unknown' }),
    'prompt=select_account': asks({ prompt: 'select_account' }),
    'prompt=consent, denied': async (server) => {
      const [browser] = server.users;
      browser.cookies.set('denies', 'yes');
      const outcome = await server.authorize(server.request('web', { prompt: 'consent' }));
      browser.cookies.delete('denies');
      return outcome;
    },
    'max_age=-1': asks({ max_age: '-1' }),
    'max_age=soon': asks({ max_age: 'soon' }),
    'max_age without openid': asks({ scope: 'account:read', max_age: '600' }),
    'nonce without openid': asks({ scope: 'account:read', nonce: 'a nonce' }),
    'no code_challenge': asks({ code_challenge: undefined, code_challenge_method: undefined }),
    'no code_challenge, not required': asks(
      { code_challenge: undefined, code_challenge_method: undefined },
      'relaxed',
    ),
    'only code_challenge_method': asks({ code_challenge: undefined }),
    'no code_challenge_method': asks({ code_challenge_method: undefined }),
    'code_challenge_method=plain': asks({ code_challenge_method: 'plain' }),
    'a code_challenge of 42 characters': asks({ code_challenge: 'a'.repeat(42) }),
    'a code_challenge of 44 characters': asks({ code_challenge: 'a'.repeat(44) }),
    request: asks({ request: 'e30.e30.' }),
    request_uri: asks({ request_uri: 'https://app.example/request' }),
    registration: asks({ registration: '{}' }),
    'parameters that are hints': asks({
      acr_values: 'unknown',
      claims: '{"userinfo":{"email":null}}',
      claims_locales: 'de',
      display: 'popup',
      login_hint: 'ada@example.com',
      ui_locales: 'tlh',
    }),
    'response_mode=form_post': asks({ response_mode: 'form_post' }),
    'response_mode=form_post, an error': asks({ response_mode: 'form_post', prompt: 'unknown' }),
    'response_mode=fragment': asks({ response_mode: 'fragment' }),
    'an unknown response_mode': asks({ response_mode: 'unknown' }),
    'an id_token_hint': async (server) => {
      const { id_token } = await server.tokens('web');
      const changes = { id_token_hint: id_token, prompt: 'none' };
      return server.authorize(server.request('web', changes));
    },
    'an id_token_hint of another user': async (server) => {
      const { id_token } = await server.tokens('web', {}, server.users[1]);
      const changes = { id_token_hint: id_token, prompt: 'none' };
      return server.authorize(server.request('web', changes));
    },
    'an invalid id_token_hint': asks({ id_token_hint: 'a.b.c' }),
    'an invalid id_token_hint, prompt=none': asks({ id_token_hint: 'a.b.c', prompt: 'none' }),
    'a resource': asks({ resource, scope: 'notes:read' }),
    'an unknown resource': asks({ resource: 'https://unknown.example/' }),
    'a relative resource': asks({ resource: '/notes' }),
    'two resources': asks({ resource: [resource, resource], scope: 'notes:read' }),
    'an error, signed out': asksSignedOut({ response_type: 'unknown' }),
  },

  token: {
    'a code': redeems(),
    'a code, the secret in the form': async (server) => {
      const { client_id, client_secret } = server.clients.web;
      return server.respond('token', { ...(await server.code('web')), client_id, client_secret });
    },
    'a code of a public client': async (server) => {
      const { client_id } = server.clients.native;
      return server.respond('token', { ...(await server.code('native')), client_id });
    },
    'no client': (server) => server.respond('token', { grant_type: 'refresh_token' }),
    'an unknown client': (server) => server.respond('token', { client_id: 'unknown' }),
    'no secret': (server) =>
      server.respond('token', { client_id: server.clients.unseen.client_id }),
    'a wrong secret in the header': (server) =>
      server.respond('token', {}, server.credentials('unseen', 'wrong')),
    'a wrong secret in the form': (server) => {
      const { client_id } = server.clients.unseen;
      return server.respond('token', { client_id, client_secret: 'wrong' });
    },
    'a secret of a public client': (server) =>
      server.respond('token', {}, server.credentials('native', 'a secret')),
    'a secret in the header and in the form': (server) => {
      const { client_secret } = server.clients.web;
      return server.respond('token', { client_secret }, server.credentials('web'));
    },
    'another client_id in the form': (server) => {
      const { client_id } = server.clients.unseen;
      return server.respond('token', { client_id }, server.credentials('web'));
    },
    'a malformed header': (server) => server.respond('token', {}, { authorization: 'Basic ?' }),
    'a bearer token': (server) => server.respond('token', {}, bearer(unknownToken)),
    'a body in JSON': (server) =>
      server.respond('token', '{}', {
        ...server.credentials('web'),
        'content-type': 'application/json',
      }),
    'a GET request': (server) => server.respond('token', undefined, server.credentials('web')),
    'no grant_type': requests({}),
    'two grant_types': requests({ grant_type: ['refresh_token', 'refresh_token'] }),
    'an unknown grant_type': requests({ grant_type: 'unknown' }),
    'grant_type=password': requests({ grant_type: 'password', username: 'ada', password: 'ada' }),
    'client_credentials, not enabled': requests({ grant_type: 'client_credentials' }),
    'no code': requests({ grant_type: 'authorization_code', redirect_uri: callback }),
    'an unknown code': redeems({ code: unknownToken }),
    'two codes': redeems({ code: [unknownToken, unknownToken] }),
    'two unknown parameters': redeems({ unknown: ['a', 'b'] }),
    'a used code': async (server) => {
      const body = await server.code('web');
      await server.send('token', body, server.credentials('web'));
      return server.respond('token', body, server.credentials('web'));
    },
    'a code of another client': async (server) =>
      server.respond('token', await server.code('web'), server.credentials('unseen')),
    'another redirect_uri': redeems({ redirect_uri: `${callback}/2` }),
    'no redirect_uri, one registered': redeems({ redirect_uri: undefined }),
    'no redirect_uri, two registered': redeems({ redirect_uri: undefined }, 'relaxed'),
    'a wrong code_verifier': redeems({ code_verifier: 'a'.repeat(43) }),
    'a short code_verifier': redeems({ code_verifier: 'a' }),
    'no code_verifier': redeems({ code_verifier: undefined }),
    'a code_verifier without code_challenge': async (server) => {
      const without = { code_challenge: undefined, code_challenge_method: undefined };
      const body = { ...(await server.code('relaxed', without)), code_verifier: 'a'.repeat(43) };
      return server.respond('token', body, server.credentials('relaxed'));
    },
    'a code, another resource': redeems({ resource }),
    'a refresh token': refreshes(),
    'no refresh token': requests({ grant_type: 'refresh_token' }),
    'an unknown refresh token': refreshes({ refresh_token: unknownToken }),
    'a refresh token of another client': refreshes({}, 'unseen'),
    'a used refresh token': async (server) => {
      const { refresh_token } = await server.tokens('web');
      const body = { grant_type: 'refresh_token', refresh_token };
      await server.send('token', body, server.credentials('web'));
      return server.respond('token', body, server.credentials('web'));
    },
    'a revoked refresh token': async (server) => {
      const { refresh_token } = await server.tokens('web');
      await server.send('revocation', { token: refresh_token }, server.credentials('web'));
      const body = { grant_type: 'refresh_token', refresh_token };
      return server.respond('token', body, server.credentials('web'));
    },
    'a refresh token, less scope': refreshes({ scope: 'openid' }),
    'a refresh token, more scope': refreshes({ scope: 'openid email profile' }),
    'a refresh token, a malformed scope': refreshes({ scope: 'openid "email"' }),
  },

  userinfo: {
    'a token': async (server) => {
      const { access_token } = await server.tokens('web');
      return server.respond('userinfo', undefined, bearer(access_token));
    },
    'a token in a form': async (server) => {
      const { access_token } = await server.tokens('web');
      return server.respond('userinfo', { access_token });
    },
    'a token in the header and in the form': async (server) => {
      const { access_token } = await server.tokens('web');
      return server.respond('userinfo', { access_token }, bearer(access_token));
    },
    'no token': (server) => server.respond('userinfo', undefined),
    'an unknown token': (server) => server.respond('userinfo', undefined, bearer(unknownToken)),
    'the credentials of a client': (server) =>
      server.respond('userinfo', undefined, server.credentials('web')),
    'a token without openid': async (server) => {
      const { access_token } = await server.tokens('web', { scope: 'account:read' });
      return server.respond('userinfo', undefined, bearer(access_token));
    },
    'a token for a resource': async (server) => {
      const changes = { resource, scope: 'openid notes:read' };
      const { access_token } = await server.tokens('web', changes);
      return server.respond('userinfo', undefined, bearer(access_token));
    },
    'a revoked token': async (server) => {
      const { access_token } = await server.tokens('web');
      await server.send('revocation', { token: access_token }, server.credentials('web'));
      return server.respond('userinfo', undefined, bearer(access_token));
    },
    'a token of a code that was used twice': async (server) => {
      const body = await server.code('web');
      const response = await server.send('token', body, server.credentials('web'));
      const { access_token } = (await response.json()) as { access_token: string };
      await server.send('token', body, server.credentials('web'));
      return server.respond('userinfo', undefined, bearer(access_token));
    },
  },

  revoke: {
    'an access token': async (server) => {
      const { access_token: token } = await server.tokens('web');
      return server.respond('revocation', { token }, server.credentials('web'));
    },
    'no token': (server) => server.respond('revocation', {}, server.credentials('web')),
    'two tokens': (server) =>
      server.respond(
        'revocation',
        { token: [unknownToken, unknownToken] },
        server.credentials('web'),
      ),
    'an unknown token': (server) =>
      server.respond('revocation', { token: unknownToken }, server.credentials('web')),
    'an unknown token_type_hint': (server) => {
      const body = { token: unknownToken, token_type_hint: 'unknown' };
      return server.respond('revocation', body, server.credentials('web'));
    },
    'an ID token': async (server) => {
      const { id_token: token } = await server.tokens('web');
      return server.respond('revocation', { token }, server.credentials('web'));
    },
    'a token of another client': async (server) => {
      const { access_token: token } = await server.tokens('web');
      return server.respond('revocation', { token }, server.credentials('unseen'));
    },
    'no client': (server) => server.respond('revocation', { token: unknownToken }),
    'a wrong secret': (server) =>
      server.respond('revocation', { token: unknownToken }, server.credentials('unseen', 'wrong')),
  },

  introspect: {
    'an access token': async (server) => {
      const { access_token: token } = await server.tokens('web');
      return server.respond('introspection', { token }, server.credentials('web'));
    },
    'a refresh token': async (server) => {
      const { refresh_token: token } = await server.tokens('web');
      return server.respond('introspection', { token }, server.credentials('web'));
    },
    'no token': (server) => server.respond('introspection', {}, server.credentials('web')),
    'an unknown token': (server) =>
      server.respond('introspection', { token: unknownToken }, server.credentials('web')),
    'an ID token': async (server) => {
      const { id_token: token } = await server.tokens('web');
      return server.respond('introspection', { token }, server.credentials('web'));
    },
    'a token of another client': async (server) => {
      const { access_token: token } = await server.tokens('web');
      return server.respond('introspection', { token }, server.credentials('unseen'));
    },
    'no client': (server) => server.respond('introspection', { token: unknownToken }),
    'a public client': (server) => {
      const { client_id } = server.clients.native;
      return server.respond('introspection', { client_id, token: unknownToken });
    },
    'a wrong secret': (server) =>
      server.respond(
        'introspection',
        { token: unknownToken },
        server.credentials('unseen', 'wrong'),
      ),
  },

  'end session': {
    'no parameters': (server) => server.signOut({}),
    'an unknown client_id': (server) => server.signOut({ client_id: 'unknown' }),
    'a registered URI': (server) => {
      const { client_id } = server.clients.web;
      return server.signOut({ client_id, post_logout_redirect_uri: signedOut, state });
    },
    'an unregistered URI': (server) => {
      const { client_id } = server.clients.web;
      return server.signOut({ client_id, post_logout_redirect_uri: callback });
    },
    'a URI, no client': (server) => server.signOut({ post_logout_redirect_uri: signedOut }),
    'two URIs': (server) => {
      const { client_id } = server.clients.web;
      return server.signOut({ client_id, post_logout_redirect_uri: [signedOut, signedOut] });
    },
    'an invalid id_token_hint': (server) => server.signOut({ id_token_hint: 'a.b.c' }),
    'an id_token_hint of another client': async (server) => {
      const { id_token: id_token_hint } = await server.tokens('web');
      const { client_id } = server.clients.unseen;
      return server.signOut({ client_id, id_token_hint });
    },
    'a registered URI, signed out': (server) => {
      const { client_id } = server.clients.web;
      const parameters = { client_id, post_logout_redirect_uri: signedOut, state };
      return server.signOut(parameters, server.newBrowser());
    },
    'a registered URI, confirmed': (server) => {
      const { client_id } = server.clients.web;
      const parameters = { client_id, post_logout_redirect_uri: signedOut, state };
      return server.confirmSignOut(parameters, server.users[1]);
    },
    'an id_token_hint': async (server) => {
      const { id_token: id_token_hint } = await server.tokens('web');
      return server.signOut({ id_token_hint, post_logout_redirect_uri: signedOut, state });
    },
  },
};

describe('Compared with oidc-provider,', () => {
  const explained = new Map(
    readDecisionTable('Compared with oidc-provider').flatMap(([requested, ...cells]) =>
      requested!.split('; ').map((name) => [name, cells.slice(0, 2)]),
    ) as [string, string[]][],
  );
  const stop = new AbortController();
  let applications: Applications;
  let ours: ComparedServer;
  let theirs: ComparedServer;
  before(async () => {
    const starting = startOidcProvider(stop.signal);
    applications = await Applications.start({ RATE_LIMITS: 'off' });
    ours = await prepareService(applications);
    theirs = await starting;
  });
  after(async () => {
    stop.abort();
    await applications?.service.stop();
  });

  for (const [endpoint, requestsOfEndpoint] of Object.entries(rows)) {
    for (const [request, row] of Object.entries(requestsOfEndpoint)) {
      const name = `${endpoint}: ${request}`;
      it(`the service responds in the same or an explained way to “${name}”`, async () => {
        const outcomes = await Promise.all([row(ours), row(theirs)]);
        const expected = explained.get(name);
        if (expected) assert.deepEqual(outcomes, expected);
        else assert.equal(outcomes[0], outcomes[1]);
      });
    }
  }

  it('the decision explains no requests that are not compared', () => {
    const tested = Object.entries(rows).flatMap(([endpoint, each]) =>
      Object.keys(each).map((request) => `${endpoint}: ${request}`),
    );
    assert.deepEqual(
      [...explained.keys()].filter((name) => !tested.includes(name)),
      [],
    );
  });
});

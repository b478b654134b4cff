/** Tests the authorization of the Model Context Protocol with its SDK and its conformance suite. */
import { auth, ClientCredentialsProvider, withOAuth } from '@modelcontextprotocol/client';
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Applications, newOrigin } from './applications.js';
import { callback } from './authorization.code.js';
import { readDecisionTable } from './decision.table.js';
import { McpConnection, RegisteredClient, sdk } from './mcp.client.js';
import { startMcpServer, type ProtectedMcpServer } from './mcp.server.js';
import { startOnNode24 } from './node-24.process.js';

const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
const read = 'notes:read';
const readAndWrite = 'notes:read notes:write';

describe('The Model Context Protocol', () => {
  let applications: Applications;
  let server: ProtectedMcpServer;
  before(async () => {
    applications = await Applications.start();
    server = await startMcpServer(applications);
  });
  after(async () => {
    server?.stop();
    await applications?.service.stop();
  });

  async function register(
    fields: object = {},
    metadata: ConstructorParameters<typeof RegisteredClient>[3] = {},
    token_endpoint_auth_method?: string,
  ): Promise<RegisteredClient> {
    const { client_id, client_secret } = await applications.register(callback, fields);
    const information = {
      client_id,
      ...(client_secret && { client_secret }),
      ...(token_endpoint_auth_method && { token_endpoint_auth_method }),
    };
    return new RegisteredClient(applications, callback, information, metadata);
  }

  /** Connects a client, and calls a tool that requires `notes:read`. */
  async function connect(
    context: TestContext,
    client: RegisteredClient,
    library = sdk,
  ): Promise<McpConnection> {
    const connection = new McpConnection(server.url, client, library);
    context.after(() => connection.close());
    await connection.open();
    assert.match(await connection.call('list_notes'), /^Notes of \w+$/);
    return connection;
  }

  /** Returns how a client authenticates its token requests. */
  async function findMethod(context: TestContext, client: RegisteredClient): Promise<string> {
    server.hints = { inChallenge: [read] };
    const { sent } = await connect(context, client);
    const { headers, body } = sent.find(({ url }) => url.endsWith('/oauth/token'))!;
    if (headers.has('authorization')) return headers.get('authorization')!.split(' ')[0]!;
    return new URLSearchParams(body).has('client_secret') ? 'form' : 'none';
  }

  /** The scenarios of the suite by name, against the service instead of the suite's server. */
  const scenarios: Record<string, (context: TestContext) => Promise<void>> = {
    async 'auth/metadata-default'(context) {
      server.hints = { inChallenge: [read] };
      const { sent } = await connect(context, await register());
      const { origin } = new URL(server.url);
      const { url: issuer } = applications.service;
      const found = [...new Set(sent.map(({ method, url }) => `${method} ${url}`))];
      assert.deepEqual(found.slice(0, 4), [
        `POST ${server.url}`,
        `GET ${origin}/.well-known/oauth-protected-resource/mcp`,
        `GET ${issuer}/.well-known/oauth-authorization-server`,
        `POST ${issuer}/oauth/token`,
      ]);
      assert.equal(sent[0]!.status, 401);
    },

    async 'auth/pre-registration'(context) {
      server.hints = { inChallenge: [read] };
      const client = await register();
      const { sent } = await connect(context, client);
      const { client_id } = client.clientInformation();
      const [asked] = client.asked;
      assert.equal(asked!.get('client_id'), client_id);
      assert.equal(asked!.get('resource'), server.url);
      assert.equal(asked!.get('code_challenge_method'), 'S256');
      const { body } = sent.find(({ url }) => url.endsWith('/oauth/token'))!;
      assert.equal(new URLSearchParams(body).get('resource'), server.url);
      assert.equal(sent.filter(({ url }) => /regist/.test(url)).length, 0);
    },

    async 'auth/scope-from-www-authenticate'(context) {
      server.hints = { inChallenge: [read], inMetadata: [read, 'notes:write'] };
      const client = await register();
      await connect(context, client);
      assert.equal(client.asked[0]!.get('scope'), read);
      assert.equal(client.stored!.scope, read);
    },

    async 'auth/scope-from-scopes-supported'(context) {
      server.hints = { inMetadata: [read] };
      const client = await register();
      await connect(context, client);
      assert.equal(client.asked[0]!.get('scope'), read);
      assert.equal(client.stored!.scope, read);
    },

    async 'auth/scope-omitted-when-undefined'(context) {
      server.hints = {};
      const client = await register();
      await connect(context, client);
      assert.equal(client.asked[0]!.has('scope'), false);
      assert.equal(client.stored!.scope, readAndWrite);
    },

    async 'auth/scope-step-up'(context) {
      server.hints = { inChallenge: [read] };
      const client = await register();
      const connection = await connect(context, client);
      assert.equal(await connection.call('add_note'), 'Added');
      assert.deepEqual(
        client.asked.map((asked) => asked.get('scope')),
        [read, readAndWrite],
      );
      assert.equal(client.stored!.scope, readAndWrite);
      assert.match(await connection.call('list_notes'), /^Notes of/);
    },

    async 'auth/token-endpoint-auth-basic'(context) {
      const client = await register({}, {}, 'client_secret_basic');
      assert.equal(await findMethod(context, client), 'Basic');
    },

    async 'auth/token-endpoint-auth-post'(context) {
      const client = await register({}, {}, 'client_secret_post');
      assert.equal(await findMethod(context, client), 'form');
    },

    async 'auth/token-endpoint-auth-none'(context) {
      const client = await register({ public: true });
      assert.equal(await findMethod(context, client), 'none');
    },

    async 'auth/offline-access-scope'(context) {
      server.hints = { inChallenge: [read] };
      const grant_types = ['authorization_code', 'refresh_token'];
      const client = await register({}, { grant_types });
      await connect(context, client);
      assert.equal(client.asked[0]!.get('prompt'), 'consent');
      assert.equal(client.stored!.scope, `offline_access ${read}`);
    },

    async 'auth/iss-supported'(context) {
      server.hints = { inChallenge: [read] };
      const client = await register();
      await connect(context, client);
      const { authorizationServerMetadata: metadata } = client.discoveryState()!;
      assert.equal(metadata!.authorization_response_iss_parameter_supported, true);
      assert.equal(client.response.get('iss'), metadata!.issuer);
    },

    async 'auth/client-credentials-basic'(context) {
      server.hints = { inChallenge: [read] };
      const { client_id, client_secret } = await applications.register(callback, {
        client_credentials: true,
      });
      const provider = new ClientCredentialsProvider({
        clientId: client_id,
        clientSecret: client_secret,
        expectedIssuer: applications.service.url,
      });
      const connection = new McpConnection(server.url, provider);
      context.after(() => connection.close());
      await connection.open();
      assert.match(await connection.call('list_notes'), /^Notes of/);
    },
  };
  for (const [name, run] of Object.entries(scenarios)) it(name, run);

  it('every authorization scenario of the suite for clients is tested or explained', async () => {
    const child = await startOnNode24(suite, 'list', '--client');
    let output = '';
    for await (const chunk of child.stdout) output += String(chunk);
    const listed = [...output.matchAll(/^ +- (auth\/\S+)/gm)].map(([, name]) => name!);
    const explained = readDecisionTable('Scenarios of the Model Context Protocol').flatMap(
      ([names]) => names!.split(', ').map((name) => `auth/${name}`),
    );
    assert.deepEqual([...Object.keys(scenarios), ...explained].sort(), listed.sort());
  });

  it('the suite reports only the explained warning about the service', async () => {
    const { port, origin } = await newOrigin();
    const { client_id } = await applications.register(`${origin}/callback`, { public: true });
    const folder = await mkdtemp(join(tmpdir(), 'nest-accounts-mcp-'));
    const { url } = applications.service;
    const options = {
      url,
      'client-id': client_id,
      resource: server.url,
      port,
      'output-dir': folder,
    };
    const child = await startOnNode24(
      suite,
      'authorization',
      ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
    );
    const exited = once(child, 'exit');
    let output = '';
    for await (const chunk of child.stdout) {
      const before = output;
      output += String(chunk);
      const request = /^http\S+\/oauth\/authorize\?\S+\n/m;
      if (!request.test(before) && request.test(output))
        await fetch(await applications.allowed(request.exec(output)![0].trim()));
    }
    const [status] = (await exited) as [number];
    assert.equal(status, 0, output);

    const files = await readdir(folder, { recursive: true });
    const checks = await Promise.all(
      files
        .filter((file) => file.endsWith('checks.json'))
        .map((file) => readFile(join(folder, file), 'utf8')),
    );
    await rm(folder, { recursive: true });
    const all = checks.flatMap((json) => JSON.parse(json) as { id: string; status: string }[]);
    assert.deepEqual(Object.fromEntries(all.map(({ id, status: outcome }) => [id, outcome])), {
      'authorization-server-metadata': 'SUCCESS',
      // The service supports no client id metadata documents (docs/decisions/oauth-conformance.md).
      'authorization-server-metadata-cimd': 'WARNING',
      'authorization-code-grant': 'SUCCESS',
    });
  });

  const releases = {
    2: sdk,
    1: { Client, StreamableHTTPClientTransport, UnauthorizedError } as unknown as typeof sdk,
  };
  for (const [release, library] of Object.entries(releases)) {
    it(`release ${release} of the SDK replaces a revoked access token without the user`, async (context) => {
      server.hints = { inChallenge: [read] };
      const client = await register();
      const connection = await connect(context, client, library);
      const { access_token: token } = client.stored!;
      const { client_id, client_secret } = client.clientInformation();
      const revoked = await fetch(`${applications.service.url}/oauth/revoke`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` },
        body: new URLSearchParams({ token }),
      });
      assert.equal(revoked.status, 200);
      assert.match(await connection.call('list_notes'), /^Notes of/);
      assert.equal(client.asked.length, 1);
      assert.notEqual(client.stored!.access_token, token);
      const requests = connection.sent.filter(({ url }) => url.endsWith('/oauth/token'));
      const { grant_type, resource } = Object.fromEntries(
        new URLSearchParams(requests.at(-1)!.body),
      );
      assert.deepEqual([grant_type, resource], ['refresh_token', server.url]);
    });
  }

  it('the SDK obtains tokens of the account API after a 401, and an MCP server refuses them', async () => {
    const client = await register();
    const api = `${applications.service.url}/api`;
    const request = withOAuth(client, api)(fetch);
    await assert.rejects(request(`${api}/accounts/me`, {}), /redirect initiated/);
    assert.equal(client.asked[0]!.get('resource'), api);
    const authorizationCode = client.response.get('code')!;
    const iss = client.response.get('iss')!;
    assert.equal(await auth(client, { serverUrl: api, authorizationCode, iss }), 'AUTHORIZED');
    assert.equal((await request(`${api}/accounts/me`, {})).status, 200);

    const headers = { authorization: `Bearer ${client.stored!.access_token}` };
    const { status } = await fetch(server.url, { method: 'POST', headers, body: '{}' });
    assert.equal(status, 401);
  });
});

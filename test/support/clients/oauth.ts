import { createHash, randomBytes } from 'node:crypto';
import request, { type Test } from 'supertest';
import { byHost } from '../../../src/request/requester.js';
import { ApplicationsService } from '../../../src/applications/applications.service.js';
import type { PageAnswer, PageClient } from './page-client.js';
import type { Person } from './person.js';
import type { Caller, TestService } from '../hosts/service.js';

/** The default redirect URI of test applications. */
export const callback = 'https://app.example/callback';

/** The characters that RFC 6749 sections 4.1.2.1 and 5.2 allow in `error_description`. */
export const descriptionForm = /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/;

/** An OAuth client, with the data that its developer knows. */
export interface TestClient {
  readonly id: string;
  /** The client secret; null for a public client. */
  readonly secret: string | null;
  readonly redirectUri: string;
  /** The application's own token for its owner. */
  readonly ownToken: string;
}

export interface NewClient {
  redirectUris?: string[];
  isPublic?: boolean;
  requirePkce?: boolean;
}

export interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
}

/** The response to a token request, with the data to repeat the flow. */
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
  readonly token_type: string;
  readonly expires_in: number;
}

export async function newClient(
  service: TestService,
  { account }: Caller,
  { redirectUris = [callback], isPublic = false, requirePkce = true }: NewClient = {},
): Promise<TestClient> {
  const applications = service.app.get(ApplicationsService, { strict: false });
  const created = await applications.create(
    account.id,
    {
      name: 'Difference Engine',
      redirect_uris: redirectUris,
      public: isPublic,
    },
    byHost,
  );
  const { id } = created.application;
  if (!requirePkce) {
    await service.prisma.application.update({ where: { id }, data: { requirePkce } });
  }
  return {
    id,
    secret: created.clientSecret,
    redirectUri: redirectUris[0] ?? '',
    ownToken: created.accessToken,
  };
}

export function pkcePair(verifier = randomBytes(32).toString('base64url')): Pkce {
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Builds the parameters of an authorization request. Omits undefined ones. */
export function asking(
  client: TestClient,
  { challenge }: Pkce,
  parameters: Record<string, string | undefined> = {},
): Record<string, string> {
  const all: Record<string, string | undefined> = {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: client.redirectUri,
    state: 'a state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...parameters,
  };
  const named = Object.entries(all).filter(([, value]) => value !== undefined);
  return Object.fromEntries(named) as Record<string, string>;
}

/** Opens the authorization endpoint with these parameters. */
export function ask(
  page: PageClient,
  parameters: Record<string, string> | [string, string][],
): Promise<PageAnswer> {
  return page.open(`/oauth/authorize?${new URLSearchParams(parameters)}`);
}

/** Opens the authorization endpoint and submits the decision, if it asks for one. */
export async function consent(
  page: PageClient,
  parameters: Record<string, string> | [string, string][],
  decision = 'allow',
): Promise<PageAnswer> {
  const answer = await ask(page, parameters);
  if (answer.status !== 200) return answer;
  return page.submit('/oauth/authorize', { decision });
}

/** Returns the parameters of the redirect to the client. */
export function readRedirect({ status, location }: PageAnswer): Record<string, string> {
  if (status !== 303 || !location?.includes('?')) {
    throw new Error(`There is no redirect with parameters: ${status} ${location}`);
  }
  return Object.fromEntries(new URLSearchParams(location.slice(location.indexOf('?'))));
}

/** Posts a form as a client with its usual authentication, or without a client. */
export function post(
  service: TestService,
  endpoint: 'token' | 'revoke' | 'introspect',
  client: Pick<TestClient, 'id' | 'secret'> | undefined,
  fields: Record<string, string> | string,
): Test {
  const sent = request(service.url).post(`/oauth/${endpoint}`).type('form');
  if (client?.secret) sent.auth(client.id, client.secret);
  const form = new URLSearchParams(fields);
  if (client && !client.secret) form.append('client_id', client.id);
  return sent.send(form.toString());
}

/** Obtains an authorization code from a person. Returns the parameters of the token request. */
export async function codeFor(
  person: Pick<Person, 'browser'>,
  client: TestClient,
  parameters: Record<string, string | undefined> = {},
): Promise<Record<'grant_type' | 'code' | 'code_verifier' | 'redirect_uri', string>> {
  const pkce = pkcePair();
  const { code } = readRedirect(await consent(person.browser, asking(client, pkce, parameters)));
  if (code === undefined) throw new Error('There is no code.');
  return {
    grant_type: 'authorization_code',
    code,
    code_verifier: pkce.verifier,
    redirect_uri: parameters.redirect_uri ?? client.redirectUri,
  };
}

/** Obtains the tokens of a client after a person's consent. */
export async function tokensFor(
  service: TestService,
  person: Pick<Person, 'browser'>,
  client: TestClient,
  parameters: Record<string, string | undefined> = {},
): Promise<Tokens> {
  const { status, body } = await post(
    service,
    'token',
    client,
    await codeFor(person, client, parameters),
  );
  if (status !== 200) throw new Error(`No tokens: ${status} ${JSON.stringify(body)}`);
  return body;
}

export function refresh(
  service: TestService,
  client: TestClient,
  refreshToken: string,
  fields: Record<string, string> = {},
): Test {
  const all = { grant_type: 'refresh_token', refresh_token: refreshToken, ...fields };
  return post(service, 'token', client, all);
}

/** Returns the status of an API request with this token. */
export async function getStatus(service: TestService, token: string): Promise<number> {
  const { status } = await service.as({ token } as Caller, 'get', '/accounts/me');
  return status;
}

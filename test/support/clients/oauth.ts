import { createHash, randomBytes } from 'node:crypto';
import request, { type Test } from 'supertest';
import { byHost } from '../../../src/request/requester.js';
import { ApplicationsService } from '../../../src/applications/applications.service.js';
import type { PageAnswer, PageClient } from './page-client.js';
import type { Person } from './person.js';
import type { Caller, TestService } from '../hosts/service.js';

/** Where applications of the tests are answered, unless they say otherwise. */
export const callback = 'https://app.example/callback';

/** What RFC 6749 sections 4.1.2.1 and 5.2 allow in `error_description`. */
export const descriptionForm = /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/;

/** An OAuth client as its developer knows it. */
export interface TestClient {
  readonly id: string;
  /** None of a public client. */
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

/** The answer to a token request, and what is needed to do it all again. */
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

/** The parameters of an authorization request; undefined leaves one out. */
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

/** Comes to the authorization endpoint with these parameters. */
export function ask(
  page: PageClient,
  parameters: Record<string, string> | [string, string][],
): Promise<PageAnswer> {
  return page.open(`/oauth/authorize?${new URLSearchParams(parameters)}`);
}

/** Comes to the authorization endpoint and decides there, if asked. */
export async function consent(
  page: PageClient,
  parameters: Record<string, string> | [string, string][],
  decision = 'allow',
): Promise<PageAnswer> {
  const answer = await ask(page, parameters);
  if (answer.status !== 200) return answer;
  return page.submit('/oauth/authorize', { decision });
}

/** What the client is told by where it is led. */
export function told({ status, location }: PageAnswer): Record<string, string> {
  if (status !== 303 || !location?.includes('?')) {
    throw new Error(`The client is told nothing: ${status} ${location}`);
  }
  return Object.fromEntries(new URLSearchParams(location.slice(location.indexOf('?'))));
}

/** A form posted by a client which authenticates as it should, or by nobody. */
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

/** A code a person gave a client, and all that belongs to it in the token request. */
export async function codeFor(
  person: Pick<Person, 'browser'>,
  client: TestClient,
  parameters: Record<string, string | undefined> = {},
): Promise<Record<'grant_type' | 'code' | 'code_verifier' | 'redirect_uri', string>> {
  const pkce = pkcePair();
  const { code } = told(await consent(person.browser, asking(client, pkce, parameters)));
  if (code === undefined) throw new Error('There is no code.');
  return {
    grant_type: 'authorization_code',
    code,
    code_verifier: pkce.verifier,
    redirect_uri: parameters.redirect_uri ?? client.redirectUri,
  };
}

/** The tokens a client gets when a person consents. */
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

/** How the API answers whoever shows this token. */
export async function statusOf(service: TestService, token: string): Promise<number> {
  const { status } = await service.as({ token } as Caller, 'get', '/accounts/me');
  return status;
}

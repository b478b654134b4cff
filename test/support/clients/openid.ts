import { createLocalJWKSet, jwtVerify, type JWTPayload } from 'jose';
import request from 'supertest';
import { password, type TestService } from '../hosts/service.js';
import { ask, asking, pkcePair, post, type TestClient, type Tokens } from './oauth.js';
import type { PageAnswer } from './page-client.js';
import type { Person } from './person.js';

/** The response to a request of a client, after the user has filled in the pages in between. */
export interface Completed {
  readonly answer: PageAnswer;
  /** The paths of the pages that the user has seen, in order. */
  readonly pages: string[];
  /** The parameters that the client receives; empty if the user is not redirected to it. */
  readonly told: Record<string, string>;
}

/** Signs in, confirms and consents on the pages of this response, until it leaves the service or shows another page. */
export async function complete(
  { browser, account }: Pick<Person, 'browser' | 'account'>,
  first: PageAnswer,
): Promise<Completed> {
  const forms: Record<string, Record<string, string>> = {
    '/console/sign-in': { email: account.email, password },
    '/console/confirm': { password },
    '/oauth/authorize': { decision: 'allow' },
  };
  const pages: string[] = [];
  let path = '/oauth/authorize';
  let answer = first;
  for (let steps = 0; steps < 10; steps++) {
    const { status, location } = answer;
    if (location !== undefined && !location.startsWith('/')) break;
    if (location !== undefined) {
      [path] = location.split('?') as [string];
      answer = await browser.open(location);
      continue;
    }
    pages.push(path);
    const fields = forms[path];
    if (status !== 200 || !fields || !answer.html.includes(`action="${browser.prefix}${path}"`))
      break;
    answer = await browser.submit(path, fields);
  }
  const query = answer.location?.split('?')[1] ?? '';
  return { answer, pages, told: Object.fromEntries(new URLSearchParams(query)) };
}

export interface SignedIn extends Completed {
  readonly tokens: Tokens & { readonly id_token: string };
  /** The verified content of the ID token. */
  readonly claims: JWTPayload;
}

/** Signs the person in to the client, with PKCE only if the parameters have a challenge. */
export async function signInTo(
  service: TestService,
  client: TestClient,
  person: Pick<Person, 'browser' | 'account'>,
  parameters: Record<string, string | undefined> = {},
): Promise<SignedIn> {
  const pkce = pkcePair();
  const asked = asking(client, pkce, { scope: 'openid', ...parameters });
  const completed = await complete(person, await ask(person.browser, asked));
  const { code } = completed.told;
  if (code === undefined) {
    const { answer, told } = completed;
    throw new Error(`There is no code: ${answer.status} ${JSON.stringify(told)}`);
  }
  const { body: tokens } = await post(service, 'token', client, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: client.redirectUri,
    ...(asked.code_challenge !== undefined && { code_verifier: pkce.verifier }),
  }).expect(200);
  return { ...completed, tokens, claims: await verifyIdToken(service, client, tokens.id_token) };
}

/** Returns the content of an ID token, after the checks of OpenID Connect Core section 3.1.3.7. */
export async function verifyIdToken(
  service: TestService,
  client: Pick<TestClient, 'id'>,
  idToken: string,
): Promise<JWTPayload> {
  const { body } = await request(service.url).get('/oauth/jwks').expect(200);
  const { payload } = await jwtVerify(idToken, createLocalJWKSet(body), {
    issuer: service.url,
    audience: client.id,
    algorithms: ['RS256'],
    requiredClaims: ['sub', 'iat', 'exp'],
  });
  return payload;
}

import { createHash, randomBytes } from 'node:crypto';
import { attribute, PageClient, type PageAnswer } from '../../support/clients/page-client.js';
import type { Client } from './applications.js';

export const callback = 'https://app.example/callback';
export const loopback = 'http://127.0.0.1/callback';
export const signedOut = 'https://app.example/signed-out';
export const resource = 'https://notes.example/';

/** The clients that are registered with every server, by their purpose in the tests. */
export const registrations = {
  web: { redirect_uris: [callback], post_logout_redirect_uris: [signedOut] },
  /** No user has consented to it. */
  unseen: { redirect_uris: [callback] },
  /** It need not send a code challenge. */
  relaxed: { redirect_uris: [callback, `${callback}/2`], require_pkce: false },
  native: { redirect_uris: [loopback], public: true },
} as const;

export type ClientName = keyof typeof registrations;

/** Parameters of a request. An array repeats one, and undefined omits it. */
export type Fields = Record<string, string | readonly string[] | undefined>;

type Endpoint =
  'authorization' | 'token' | 'userinfo' | 'revocation' | 'introspection' | 'end_session';

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
}

/** A server that receives the compared requests. Its responses are described in a few words. */
export class ComparedServer {
  private constructor(
    readonly issuer: string,
    private readonly metadata: Record<`${Endpoint}_endpoint`, string>,
    readonly clients: Record<ClientName, Client>,
    /** The browsers of two users. */
    readonly users: readonly [PageClient, PageClient],
  ) {}

  static async read(
    issuer: string,
    clients: Record<ClientName, Client>,
    users: readonly [PageClient, PageClient],
  ): Promise<ComparedServer> {
    const response = await fetch(`${issuer}/.well-known/openid-configuration`);
    const metadata = (await response.json()) as Record<`${Endpoint}_endpoint`, string>;
    return new ComparedServer(issuer, metadata, clients, users);
  }

  /** The parameters of a complete authorization request, with these changes. */
  request(client: ClientName, changes: Fields = {}): Fields {
    return {
      response_type: 'code',
      client_id: this.clients[client].client_id,
      redirect_uri: registrations[client].redirect_uris[0],
      scope: 'openid',
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...changes,
    };
  }

  /** Sends an authorization request, and follows the pages. */
  async authorize(parameters: Fields, browser = this.users[0]): Promise<string> {
    return this.describe(await this.visit('authorization', parameters, browser), parameters);
  }

  /** Sends the request in a form. */
  async authorizeByPost(parameters: Fields): Promise<string> {
    const [browser] = this.users;
    const path = this.metadata.authorization_endpoint.replace(this.issuer, '');
    const fields = Object.fromEntries(encode(parameters));
    return this.describe(await this.follow(await browser.post(path, fields), browser), parameters);
  }

  /** Opens the end-session endpoint. */
  async signOut(parameters: Fields, browser = this.users[0]): Promise<string> {
    return this.describe(await this.visit('end_session', parameters, browser));
  }

  /** Opens the end-session endpoint, and confirms on its page. */
  async confirmSignOut(parameters: Fields, browser = this.users[0]): Promise<string> {
    const { html } = await this.visit('end_session', parameters, browser);
    const [, action = ''] = /action="([^"]*\/(?:logout|confirm))"/.exec(html) ?? [];
    const fields = { ...browser.getHiddenFields(action), logout: 'yes' };
    return this.describe(await browser.post(new URL(action, this.issuer).pathname, fields));
  }

  /** Obtains a code. Returns the parameters of its token request. */
  async code(client: ClientName, changes: Fields = {}, browser = this.users[0]) {
    const parameters = this.request(client, changes);
    const { location = '' } = await this.visit('authorization', parameters, browser);
    return {
      grant_type: 'authorization_code',
      code: new URL(location).searchParams.get('code') ?? '',
      redirect_uri: parameters.redirect_uri as string,
      ...(parameters.code_challenge !== undefined && { code_verifier: verifier }),
    };
  }

  /** Obtains tokens for the user of the browser. */
  async tokens(client: ClientName, changes: Fields = {}, browser = this.users[0]) {
    const body = await this.code(client, changes, browser);
    const response = await this.send('token', body, this.credentials(client));
    return (await response.json()) as Tokens;
  }

  /** The header that authenticates a confidential client. */
  credentials(client: ClientName, secret = this.clients[client].client_secret) {
    return { authorization: `Basic ${btoa(`${this.clients[client].client_id}:${secret}`)}` };
  }

  send(
    endpoint: Endpoint,
    body: Fields | string | undefined,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return fetch(this.metadata[`${endpoint}_endpoint`], {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      ...(body !== undefined && { body: typeof body === 'string' ? body : encode(body) }),
    });
  }

  /** Sends a request. Describes the response by its status, its error and the scheme of its challenge. */
  async respond(...request: Parameters<ComparedServer['send']>): Promise<string> {
    const response = await this.send(...request);
    const text = await response.text();
    const body = (text.startsWith('{') ? JSON.parse(text) : {}) as {
      error?: string;
      active?: boolean;
    };
    const challenge = response.headers.get('www-authenticate') ?? '';
    const [scheme] = /^\w+/.exec(challenge) ?? [];
    const error = scheme === 'Bearer' ? /error="(\w+)"/.exec(challenge)?.[1] : body.error;
    const activity = body.active === undefined ? undefined : body.active ? 'active' : 'inactive';
    return [response.status, error, activity, scheme].filter(Boolean).join(' ');
  }

  /** A browser that is not signed in. */
  newBrowser(): PageClient {
    return new PageClient(this.issuer);
  }

  private async visit(endpoint: Endpoint, parameters: Fields, browser: PageClient) {
    const path = this.metadata[`${endpoint}_endpoint`].replace(this.issuer, '');
    return this.follow(await browser.open(`${path}?${encode(parameters)}`), browser);
  }

  /** Follows redirects within the server, and consents. */
  private async follow(answer: PageAnswer, browser: PageClient): Promise<PageAnswer> {
    if (answer.location?.startsWith('/'))
      return this.follow(await browser.open(answer.location), browser);
    if (!answer.html.includes('name="decision"')) return answer;
    const decision = browser.cookies.has('denies') ? 'deny' : 'allow';
    return this.follow(await browser.submit('/oauth/authorize', { decision }), browser);
  }

  /** Describes a page by its status, and a response to a client by its result. Omits the usual redirect URI. */
  private describe({ status, location, html }: PageAnswer, request: Fields = {}): string {
    if (location !== undefined) {
      const [to, fragment] = location.split('#') as [string, string?];
      if (fragment === undefined) return this.describeResponse(to, request);
      return `${this.describeResponse(`${to}?${fragment}`, request)} in the fragment`;
    }
    const [form, action] = /<form[^>]* action="(https:\/\/[^"]*)"[^]*<\/form>/.exec(html) ?? [];
    if (!form) return `page ${status}`;
    const fields = [...form.matchAll(/<input [^>]*>/g)].map(([input]) => [
      attribute(input, 'name'),
      attribute(input, 'value'),
    ]);
    return `${this.describeResponse(`${action}?${new URLSearchParams(fields)}`, request)} in a form`;
  }

  private describeResponse(url: string, { state: sent }: Fields): string {
    const [to, query] = url.split('?') as [string, string?];
    const parameters = new URLSearchParams(query);
    const result = parameters.get('error') ?? (parameters.has('code') ? 'code' : undefined);
    if (result === undefined) return `redirect to ${url}`;
    const lacks = Object.entries({ state: sent, iss: this.issuer })
      .filter(([name, value]) => parameters.get(name) !== value)
      .map(([name]) => ` without ${name}`);
    return `${to === callback ? '' : `${to} `}${result}${lacks.join('')}`;
  }
}

export const state = 'a state';
const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');

function encode(parameters: Fields): URLSearchParams {
  return new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]) =>
      [value ?? []].flat().map((each) => [name, each]),
    ),
  );
}

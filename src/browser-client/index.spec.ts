import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AccountDto } from '../accounts/dto/account.dto.js';
import type {
  AddedFactorDto,
  AuthenticatorSetupDto,
  FactorsDto,
} from '../sign-in/routes/dto/factors.dto.js';
import type {
  LinkRestorationResponseDto,
  MailedLinkDto,
} from '../sign-in/routes/dto/mailed-link.dto.js';
import type { ReturnToDto } from '../sign-in/routes/dto/return-to.dto.js';
import type {
  ListedSessionDto,
  SessionDto,
  SessionResponseDto,
  SignInResponseDto,
} from '../sign-in/routes/dto/session.dto.js';
import {
  AccountsClient,
  AccountsError,
  readReturnPath,
  type Account,
  type AccountsClientOptions,
  type AddedFactor,
  type AuthenticatorSetup,
  type Factors,
  type ListedSession,
  type MailedLink,
  type Restoration,
  type Session,
  type SignedIn,
  type SignInStep,
} from './index.js';

describe('readReturnPath', () => {
  it.each([
    ['/orders/7?tab=items#top', '/orders/7?tab=items#top'],
    ['/oauth/authorize?state=a%26b', '/oauth/authorize?state=a%26b'],
    ['/a/../b', '/b'],
    ['/', '/'],
  ])('keeps %j', (text, path) => {
    expect(readReturnPath(text)).toBe(path);
  });

  it.each([
    ...[
      undefined,
      null,
      '',
      'orders',
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
    ],
    ...['/x/..//evil.example', '/\t/evil.example', '/./\\evil.example', 'javascript:alert(1)'],
    `/${'x'.repeat(16_384)}`,
  ])('drops %j', (text) => {
    expect(readReturnPath(text)).toBeUndefined();
  });
});

/** The same JSON, whether or not its arrays are read-only. */
type Json<T> = T extends readonly (infer Entry)[]
  ? readonly Json<Entry>[]
  : T extends object
    ? { [K in keyof T]: Json<T[K]> }
    : T;

/** The type of a response without its links. */
type Shown<Dto> = Omit<Dto, '_links'>;

type Includes<A, B> = [Json<A>, keyof A] extends [Json<B>, keyof B] ? true : false;

/** True if values of each type can replace values of the other one, member by member. */
type IsSame<A, B> = Includes<A, B> extends true ? Includes<B, A> : false;

type Members<Union> = Union extends unknown ? keyof Union : never;

describe('the types of the responses', () => {
  it('have the members of the DTOs', () => {
    // The compiler checks this test.
    const same: [
      IsSame<Account, AccountDto>,
      IsSame<Session, SessionDto>,
      IsSame<ListedSession, ListedSessionDto>,
      IsSame<Omit<SignedIn, 'next'>, Shown<SessionResponseDto>>,
      IsSame<Factors, FactorsDto>,
      IsSame<AuthenticatorSetup, AuthenticatorSetupDto>,
      IsSame<AddedFactor, Shown<AddedFactorDto>>,
      IsSame<Restoration, LinkRestorationResponseDto>,
    ] = [true, true, true, true, true, true, true, true];
    const unions: [
      Json<SignInStep> extends Json<Shown<SignInResponseDto>> ? true : false,
      IsSame<SignInStep['next'], SignInResponseDto['next']>,
      IsSame<Members<SignInStep>, keyof Shown<SignInResponseDto>>,
      Json<MailedLink> extends Json<MailedLinkDto> ? true : false,
      IsSame<MailedLink['purpose'], MailedLinkDto['purpose']>,
      IsSame<Members<MailedLink>, keyof MailedLinkDto>,
      Members<ReturnToDto> extends Members<MailedLink> ? true : false,
    ] = [true, true, true, true, true, true, true];
    expect([...same, ...unions]).not.toContain(false);
  });
});

describe('AccountsClient', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  /** Starts a server, and returns a client of it. */
  async function connect(
    listener: RequestListener,
    options: AccountsClientOptions = {},
  ): Promise<AccountsClient> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return new AccountsClient({ url: `http://127.0.0.1:${port}`, language: 'de', ...options });
  }

  const respond =
    (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
    (_, response) => {
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    };

  const signIn = (client: AccountsClient) => client.signIn({ email: 'ada', password: 'x' });

  it('separates the sentences about members from those about the form', async () => {
    const form = {
      errors: ['Wrong email or password.'],
      codes: ['credentials_wrong'],
      children: { code: { errors: ['Required.', 'Too short.'], codes: ['required', 'too_short'] } },
    };
    const error = await signIn(await connect(respond(400, { form }))).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(AccountsError);
    expect(error).toMatchObject({
      name: 'AccountsError',
      status: 400,
      code: 'credentials_wrong',
      form: 'Wrong email or password.',
      fields: { code: 'Required. Too short.' },
      message: 'Wrong email or password. Required. Too short.',
    });
  });

  it('has the code of a member if no sentence is about the form', async () => {
    const children = { email: { errors: ['Not an address.'], codes: ['email_invalid'] } };
    await expect(signIn(await connect(respond(400, { form: { children } })))).rejects.toMatchObject(
      { code: 'email_invalid', form: '', message: 'Not an address.' },
    );
  });

  it('reads the time of a retry', async () => {
    const body = { error: 'rate_limited', error_description: 'Too many.' };
    const client = await connect(respond(429, body, { 'Retry-After': '7' }));
    await expect(signIn(client)).rejects.toMatchObject({
      ...{ status: 429, code: 'rate_limited', form: 'Too many.', retryAfter: 7 },
    });
  });

  it('reports the errors of Nest and of proxies', async () => {
    const nest = await connect(respond(404, { statusCode: 404, message: 'Cannot POST /' }));
    await expect(signIn(nest)).rejects.toMatchObject({ status: 404, form: 'Cannot POST /' });
    const html = { 'Content-Type': 'text/html' };
    const proxy = await connect(respond(502, '<h1>Bad gateway</h1>', html));
    await expect(signIn(proxy)).rejects.toMatchObject({ status: 502, code: 'response_invalid' });
    const page = await connect(respond(200, '<h1>Welcome</h1>', html));
    await expect(signIn(page)).rejects.toMatchObject({ status: 0, code: 'response_invalid' });
  });

  it('distinguishes an unreachable server', async () => {
    const options = { messages: { unreachable: 'Der Server ist nicht erreichbar.' } };
    const client = await connect(respond(200, {}), options);
    servers.pop()!.close();
    await expect(signIn(client)).rejects.toMatchObject({
      ...{ status: 0, code: 'unreachable', form: 'Der Server ist nicht erreichbar.' },
      cause: expect.any(Error),
    });
  });

  it('sends its language and JSON', async () => {
    const requests: unknown[] = [];
    const client = await connect((request, response) => {
      const { method, url, headers } = request;
      requests.push([method, url, headers['accept-language'], headers['content-type']]);
      respond(200, {})(request, response);
    });
    await signIn(client);
    await client.readSession();
    await client.endSession('a/b');
    expect(requests).toEqual([
      ['POST', '/', 'de', 'application/json'],
      ['GET', '/', 'de', undefined],
      ['DELETE', '/list/a%2Fb', 'de', undefined],
    ]);
  });

  describe('with a session that must be confirmed', () => {
    const unconfirmed = respond(403, { error: 'session_unconfirmed', error_description: 'First.' });

    it('asks once for requests at the same time, and repeats them', async () => {
      let isConfirmed = false;
      let asked = 0;
      const client = await connect(
        (request, response) =>
          (isConfirmed ? respond(200, { recovery_codes: ['a'] }) : unconfirmed)(request, response),
        {
          async confirm() {
            asked++;
            // Both requests have been refused before the user answers.
            await new Promise((resolve) => setTimeout(resolve, 100));
            isConfirmed = true;
          },
        },
      );
      const codes = await Promise.all([
        client.replaceRecoveryCodes(),
        client.replaceRecoveryCodes(),
      ]);
      expect([codes, asked]).toEqual([[['a'], ['a']], 1]);
    });

    it('repeats a request once, and asks again for the next one', async () => {
      let requests = 0;
      let asked = 0;
      const client = await connect(
        (request, response) => {
          requests++;
          unconfirmed(request, response);
        },
        { confirm: () => Promise.resolve(asked++) },
      );
      for (const round of [1, 2]) {
        await expect(client.removeAuthenticator()).rejects.toMatchObject({
          code: 'session_unconfirmed',
        });
        expect([requests, asked]).toEqual([2 * round, round]);
      }
    });

    it('fails with the reason of a user who cancels', async () => {
      const confirm = () => Promise.reject(new Error('Cancelled.'));
      const client = await connect(unconfirmed, { confirm });
      await expect(client.removePasskey('x')).rejects.toThrow('Cancelled.');
      const withoutDialog = await connect(unconfirmed);
      await expect(withoutDialog.removePasskey('x')).rejects.toThrow('First.');
    });
  });
});

import {
  ask,
  asking,
  codeFor,
  consent,
  newClient,
  pkcePair,
  post,
} from '../support/clients/oauth.js';
import { newPerson, type Person } from '../support/clients/person.js';
import { describeService, type TestService } from '../support/hosts/service.js';

describeService('RFC 8252, native applications', (running) => {
  let service: TestService;
  let person: Person;
  beforeAll(async () => {
    service = running();
    person = await newPerson(service);
  });

  /** The redirect URI that receives the response; undefined if the requested one is refused. */
  async function answered(
    registered: string,
    asked: string,
    isPublic = true,
  ): Promise<string | undefined> {
    const native = await newClient(service, person, { isPublic, redirectUris: [registered] });
    const parameters = asking(native, pkcePair(), { redirect_uri: asked });
    const { status, location } = await consent(person.browser, parameters);
    expect([asked, status]).toEqual([asked, location ? 303 : 400]);
    return location?.split(/[?&]code=/)[0];
  }

  it.each([
    ['http://127.0.0.1/cb', 'http://127.0.0.1:51004/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:1/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:65535/cb'],
    ['http://127.0.0.1', 'http://127.0.0.1:51004'],
    ['http://127.0.0.1?x=y', 'http://127.0.0.1:51004?x=y'],
    ['http://[::1]/cb', 'http://[::1]:51004/cb'],
    ['http://127.0.0.1:3000/cb', 'http://127.0.0.1:51004/cb'],
    ['http://127.0.0.1:3000/cb', 'http://127.0.0.1/cb'],
    ['http://[::1]:3000/cb?x=y', 'http://[::1]:51004/cb?x=y'],
    ['http://localhost:3000/cb', 'http://localhost:51004/cb'],
    ['http://localhost/cb', 'http://localhost:51004/cb'],
    ['http://localhost:3000', 'http://localhost'],
  ])('the registered %s allows %s (7.3)', async (registered, asked) => {
    expect(await answered(registered, asked)).toBe(asked);
  });

  it.each([
    ['http://127.0.0.1:3000/cb', 'http://[::1]:3000/cb'],
    ['http://127.0.0.1:3000/cb', 'http://127.0.0.1:51004/other'],
    ['http://127.0.0.1:3000/cb', 'http://127.0.0.1:65536/cb'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:51004@evil.example'],
    ['http://localhost:3000/cb', 'http://localhost:51004/other'],
    ['http://localhost/cb', 'http://localhost:65536/cb'],
    ['http://localhost/cb', 'http://localhost.evil.example:51004/cb'],
    ['http://localhost/cb', 'http://127.0.0.1:51004/cb'],
    ['https://localhost/cb', 'https://localhost:51004/cb'],
    ['http://127.0.0.1/cb', 'http://[::1]:51004/cb'],
    ['http://127.0.0.1/cb', 'http://localhost:51004/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.2:51004/cb'],
    ['http://127.0.0.1/cb', 'https://127.0.0.1:51004/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:51004/cb/'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:51004/CB'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:51004/cb?x=y'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:0x50/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:-1/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:65536/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:99999/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:100000/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:51004@evil.example/cb'],
    ['http://127.0.0.1/cb', 'http://x@127.0.0.1:51004/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:51004.evil.example/cb'],
    ['http://127.0.0.1', 'http://127.0.0.1:51004/cb'],
    ['http://127.0.0.1', 'http://127.0.0.1:51004@evil.example'],
    ['https://app.example/cb', 'https://app.example:51004/cb'],
    ['https://127.0.0.1/cb', 'https://127.0.0.1:51004/cb'],
    ['http://[::1]/cb', 'http://127.0.0.1:51004/cb'],
  ])('the registered %s does not allow %s (7.3)', async (registered, asked) => {
    expect(await answered(registered, asked)).toBeUndefined();
  });

  it('the port of localhost is compared for a confidential client (8.3)', async () => {
    const [registered, asked] = ['http://localhost:3000/cb', 'http://localhost:51004/cb'];
    expect(await answered(registered, registered, false)).toBe(registered);
    expect(await answered(registered, asked, false)).toBeUndefined();
  });

  it.each(['com.example.app:/oauth', 'com.example.app://oauth', 'com.example.app:oauth?x=y'])(
    'an application receives the response at its own scheme: %s (7.1)',
    async (uri) => {
      expect(await answered(uri, uri)).toBe(uri);
      expect(await answered(uri, `${uri}x`)).toBeUndefined();
      expect(await answered(uri, uri.replace('app', 'other'))).toBeUndefined();
    },
  );

  it('the token request must repeat the redirect URI with its port (7.3)', async () => {
    const native = await newClient(service, person, {
      isPublic: true,
      redirectUris: ['http://127.0.0.1/cb'],
    });
    const asked = { redirect_uri: 'http://127.0.0.1:51004/cb' };
    const fields = await codeFor(person, native, asked);
    const right = await post(service, 'token', native, fields);
    expect(right.status).toBe(200);
    const again = await codeFor(person, native, asked);
    const wrong = { ...again, redirect_uri: 'http://127.0.0.1:51005/cb' };
    expect((await post(service, 'token', native, wrong)).body.error).toBe('invalid_grant');
  });

  it.each([
    ['http://127.0.0.1/cb', true, 200],
    ['http://[::1]/cb', true, 200],
    ['http://localhost:3000/cb', true, 200],
    ['com.example.app:/oauth', true, 200],
    ['https://app.example/cb', true, 303],
    ['http://127.0.0.1/cb', false, 303],
  ])(
    'at %s (public: %s) a user who consented before receives a %s (8.6)',
    async (redirectUri, isPublic, status) => {
      const native = await newClient(service, person, { isPublic, redirectUris: [redirectUri] });
      await codeFor(person, native);
      expect((await ask(person.browser, asking(native, pkcePair()))).status).toBe(status);
    },
  );

  it.each([
    ['http://127.0.0.1/cb', 'http://127.0.0.1'],
    ['http://127.0.0.1:51004/cb', 'http://127.0.0.1:51004'],
    ['com.example.app:/oauth', 'com.example.app:'],
    // A policy cannot name an IPv6 address: browsers would ignore it and block the redirect.
    ['http://[::1]:51004/cb', 'http:'],
  ])('the consent page allows its form to redirect to %s (7)', async (redirectUri, source) => {
    const native = await newClient(service, person, {
      isPublic: true,
      redirectUris: [redirectUri],
    });
    const { headers } = await ask(person.browser, asking(native, pkcePair()));
    const policy = headers.get('content-security-policy')!;
    expect(policy.split('; ')).toContain(`form-action 'self' ${source}`);
  });

  it('a wider scope than was granted before requires new consent', async () => {
    const client = await newClient(service, person);
    await codeFor(person, client, { scope: 'account:read' });
    const less = asking(client, pkcePair(), { scope: 'account:read' });
    expect((await ask(person.browser, less)).status).toBe(303);
    expect((await ask(person.browser, asking(client, pkcePair()))).status).toBe(200);
  });
});

import {
  ask,
  asking,
  codeFor,
  consent,
  newClient,
  pkcePair,
  post,
  readRedirect,
  type TestClient,
} from '../support/clients/oauth.js';
import { newPerson, type Person } from '../support/clients/person.js';
import { describeService, type TestService } from '../support/hosts/service.js';

describeService('RFC 7636, proof key for code exchange', (running) => {
  let service: TestService;
  let person: Person;
  let client: TestClient;
  let publicClient: TestClient;
  let relaxed: TestClient;
  let relaxedPublic: TestClient;
  beforeAll(async () => {
    service = running();
    person = await newPerson(service);
    client = await newClient(service, person);
    publicClient = await newClient(service, person, { isPublic: true });
    relaxed = await newClient(service, person, { requirePkce: false });
    relaxedPublic = await newClient(service, person, { requirePkce: false, isPublic: true });
  });

  const without = { code_challenge: undefined, code_challenge_method: undefined };
  const getRefusal = async (each: TestClient, parameters: Record<string, string | undefined>) =>
    readRedirect(await ask(person.browser, asking(each, pkcePair(), parameters))).error;
  const redeem = async (
    each: TestClient,
    fields: Record<string, string>,
    verifier: string | undefined,
  ) => {
    const { code_verifier: _, ...rest } = fields;
    const sent = verifier === undefined ? rest : { ...rest, code_verifier: verifier };
    const { status, body } = await post(service, 'token', each, sent);
    return status === 200 ? 200 : (body.error as string);
  };

  it('accepts the verifier whose hash is the challenge (4.6, appendix B)', async () => {
    const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    const code_challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
    const fields = await codeFor(person, client, { code_challenge });
    expect(await redeem(client, fields, verifier)).toBe(200);
  });

  it.each([
    ['of 43 characters', 'a'.repeat(43)],
    ['of 128 characters', 'Aa0-._~'.repeat(19).slice(0, 128)],
  ])('accepts a verifier %s (4.1)', async (_, verifier) => {
    const { challenge } = pkcePair(verifier);
    const fields = await codeFor(person, client, { code_challenge: challenge });
    expect(await redeem(client, fields, verifier)).toBe(200);
  });

  it.each([
    ['of 42 characters', 'a'.repeat(42)],
    ['of 129 characters', 'a'.repeat(129)],
    ['with other characters', `${'a'.repeat(43)}+`],
    ['with NUL', `${'a'.repeat(43)}\0`],
  ])('refuses a verifier %s, even with its own challenge (4.1)', async (_, verifier) => {
    const { challenge } = pkcePair(verifier);
    const fields = await codeFor(person, client, { code_challenge: challenge });
    expect(await redeem(client, fields, verifier)).toMatch(/^invalid_(grant|request)$/);
  });

  it('refuses a wrong or missing verifier, and uses up the code (4.6)', async () => {
    for (const wrong of [undefined, '', pkcePair().verifier]) {
      for (const each of [client, publicClient, relaxed]) {
        const fields = await codeFor(person, each);
        expect([wrong, await redeem(each, fields, wrong)]).toEqual([wrong, 'invalid_grant']);
        expect(await redeem(each, fields, fields.code_verifier)).toBe('invalid_grant');
      }
    }
  });

  it('refuses the challenge itself as the verifier (7.2)', async () => {
    const pkce = pkcePair();
    const fields = await codeFor(person, client, { code_challenge: pkce.challenge });
    expect(await redeem(client, fields, pkce.challenge)).toBe('invalid_grant');
  });

  it('refuses the method plain, unknown methods, and a challenge without a method (4.3, 7.2)', async () => {
    for (const each of [client, publicClient, relaxed]) {
      for (const code_challenge_method of ['plain', 's256', 'S512', undefined, '']) {
        const error = await getRefusal(each, { code_challenge_method });
        expect([code_challenge_method, error]).toEqual([code_challenge_method, 'invalid_request']);
      }
    }
  });

  it('refuses a method without a challenge', async () => {
    for (const each of [client, publicClient, relaxed]) {
      expect(await getRefusal(each, { code_challenge: undefined })).toBe('invalid_request');
    }
  });

  it('refuses a challenge that cannot be a hash (4.2)', async () => {
    const { challenge } = pkcePair();
    for (const code_challenge of [
      challenge.slice(1),
      `${challenge}A`,
      `${challenge}=`,
      `${challenge.slice(1)}+`,
      `${challenge.slice(1)}é`,
      `${challenge}\n`,
    ]) {
      expect(await getRefusal(client, { code_challenge })).toBe('invalid_request');
    }
  });

  it('is required of every client by default (4.4.1)', async () => {
    expect(await getRefusal(client, without)).toBe('invalid_request');
    expect(await getRefusal(publicClient, without)).toBe('invalid_request');
  });

  it('can be omitted by a confidential client whose owner allows it, but never by a public one', async () => {
    const { code } = readRedirect(
      await consent(person.browser, asking(relaxed, pkcePair(), without)),
    );
    const fields = {
      grant_type: 'authorization_code',
      code: code!,
      redirect_uri: relaxed.redirectUri,
    };
    expect(await redeem(relaxed, fields, undefined)).toBe(200);
    expect(await getRefusal(relaxedPublic, without)).toBe('invalid_request');
  });

  it('cannot be downgraded: a verifier without a challenge is refused (RFC 9700, 2.1.1)', async () => {
    const { code } = readRedirect(
      await consent(person.browser, asking(relaxed, pkcePair(), without)),
    );
    const fields = {
      grant_type: 'authorization_code',
      code: code!,
      redirect_uri: relaxed.redirectUri,
    };
    expect(await redeem(relaxed, fields, pkcePair().verifier)).toBe('invalid_grant');
  });
});

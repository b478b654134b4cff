import request from 'supertest';
import { newAccessToken } from '../../src/principals/access-token.js';
import {
  codeFor,
  newClient,
  post,
  refresh,
  getStatus,
  tokensFor,
  type TestClient,
} from '../support/clients/oauth.js';
import { newPerson, type Person } from '../support/clients/person.js';
import { describeService } from '../support/hosts/service.js';

describeService('RFC 7009, token revocation', (service) => {
  let person: Person;
  let client: TestClient;
  let other: TestClient;
  let publicClient: TestClient;
  beforeAll(async () => {
    person = await newPerson(service());
    client = await newClient(service(), person);
    other = await newClient(service(), person);
    publicClient = await newClient(service(), person, { isPublic: true });
  });

  const revoke = (
    token: string,
    as: TestClient | undefined = client,
    fields: Record<string, string> = {},
  ) => post(service(), 'revoke', as, { token, ...fields });

  it('ends an access token, from the next request on (2.1)', async () => {
    const { access_token, refresh_token } = await tokensFor(service(), person, client);
    const { status, body } = await revoke(access_token);
    expect([status, body]).toEqual([200, {}]);
    expect(await getStatus(service(), access_token)).toBe(401);
    expect((await refresh(service(), client, refresh_token)).status).toBe(200);
  });

  it('ends a refresh token together with every access token of its grant (2.1)', async () => {
    const first = await tokensFor(service(), person, client);
    const { body: second } = await refresh(service(), client, first.refresh_token);
    expect((await revoke(second.refresh_token)).status).toBe(200);
    expect(await getStatus(service(), first.access_token)).toBe(401);
    expect(await getStatus(service(), second.access_token)).toBe(401);
    expect((await refresh(service(), client, second.refresh_token)).body.error).toBe(
      'invalid_grant',
    );
  });

  it('accepts the previous refresh token of a client that lost the last response', async () => {
    const first = await tokensFor(service(), person, client);
    const { body: lost } = await refresh(service(), client, first.refresh_token);
    expect((await revoke(first.refresh_token)).status).toBe(200);
    expect(await getStatus(service(), first.access_token)).toBe(401);
    expect(await getStatus(service(), lost.access_token)).toBe(401);
    expect((await refresh(service(), client, lost.refresh_token)).body.error).toBe('invalid_grant');
  });

  it('leaves other authorizations of the same user and client alone', async () => {
    const one = await tokensFor(service(), person, client);
    const two = await tokensFor(service(), person, client);
    await revoke(one.refresh_token);
    expect(await getStatus(service(), two.access_token)).toBe(200);
  });

  it('finds the token regardless of the hint (2.1)', async () => {
    for (const token_type_hint of ['access_token', 'refresh_token', 'id_token', '', '\0']) {
      const { access_token, refresh_token } = await tokensFor(service(), person, client);
      expect((await revoke(access_token, client, { token_type_hint })).status).toBe(200);
      expect(await getStatus(service(), access_token)).toBe(401);
      expect((await revoke(refresh_token, client, { token_type_hint })).status).toBe(200);
      expect((await refresh(service(), client, refresh_token)).status).toBe(400);
    }
  });

  it('returns 200 for an unknown or ended token (2.2)', async () => {
    const { access_token } = await tokensFor(service(), person, client);
    await revoke(access_token);
    for (const token of [access_token, newAccessToken(), 'x', '\0', '€', 'x'.repeat(10_000)]) {
      expect((await revoke(token)).status).toBe(200);
    }
  });

  it('refuses the token of another client, which remains valid (2.1)', async () => {
    const { access_token, refresh_token } = await tokensFor(service(), person, client);
    for (const as of [other, publicClient]) {
      for (const token of [access_token, refresh_token]) {
        const { status, body } = await revoke(token, as);
        expect([status, body.error]).toEqual([400, 'invalid_grant']);
      }
    }
    expect(await getStatus(service(), access_token)).toBe(200);
    expect((await refresh(service(), client, refresh_token)).status).toBe(200);
  });

  it('requires confidential clients to authenticate and public ones to identify themselves (2.1)', async () => {
    const { access_token } = await tokensFor(service(), person, client);
    for (const as of [
      { ...client, secret: null },
      { ...client, secret: 'wrong' },
    ]) {
      const { status, body, headers } = await revoke(access_token, as);
      expect([status, body.error]).toEqual([401, 'invalid_client']);
      expect(headers['www-authenticate']).toMatch(/^Basic /);
    }
    const nobody = await request(service().url)
      .post('/oauth/revoke')
      .type('form')
      .send({ token: access_token });
    expect(nobody.status).toBe(401);
    expect(await getStatus(service(), access_token)).toBe(200);

    const own = await tokensFor(service(), person, publicClient);
    expect((await revoke(own.access_token, publicClient)).status).toBe(200);
    expect(await getStatus(service(), own.access_token)).toBe(401);
  });

  it('requires a token in the form (2.1)', async () => {
    for (const fields of [{}, { token: '' }] as Record<string, string>[]) {
      const { status, body } = await post(service(), 'revoke', client, fields);
      expect([status, body.error]).toEqual([400, 'invalid_request']);
    }
    const { access_token } = await tokensFor(service(), person, client);
    const inQuery = await request(service().url)
      .post(`/oauth/revoke?token=${access_token}`)
      .auth(client.id, client.secret!)
      .type('form')
      .send('x=y');
    expect(inQuery.status).toBe(400);
    const json = await request(service().url)
      .post('/oauth/revoke')
      .auth(client.id, client.secret!)
      .send({ token: access_token });
    expect([json.status, json.body.error]).toEqual([400, 'invalid_request']);
    expect(await getStatus(service(), access_token)).toBe(200);
  });

  it('does not treat a code as a refresh token', async () => {
    const fields = await codeFor(person, client);
    await revoke(fields.code);
    expect((await post(service(), 'token', client, fields)).status).toBe(200);
  });
});

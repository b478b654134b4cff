/** The API through openapi-fetch, with types that openapi-typescript generates from openapi.json. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import createClient from 'openapi-fetch';
import type { components, paths } from '../generated/paths.js';
import { authorizationCode, callback } from './authorization.code.js';
import { startService, type RunningService } from './service.process.js';

type ErrorName = components['schemas']['AccountsError']['error'];

describe('openapi-fetch with the types of openapi-typescript', () => {
  let service: RunningService;
  before(async () => {
    service = await startService();
  });
  after(() => service?.stop());

  const as = (authorization: string) =>
    createClient<paths>({ baseUrl: service.url, headers: { authorization } });
  const mine = () => as(`Bearer ${service.token}`);
  const me = { path: { account_id: 'me' } };

  it('reads the account of the token', async () => {
    const { data, response } = await mine().GET('/api/accounts/{account_id}', { params: me });
    assert.equal(data?.account.email, service.email);
    assert.equal(data.account.email_subscriptions.quota_exceeded satisfies boolean, true);
    assert.ok(response.headers.get('RateLimit'));
  });

  it('creates an account, and reports validation errors', async () => {
    const body: components['schemas']['AccountsCreateAccount'] = {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      password: 'analytical engine 1843',
      language_code: 'fr',
      client: null,
      default_notification_phone: { number: '+12023580001' },
    };
    const created = await mine().POST('/api/accounts', { body });
    assert.equal(created.data?.account.language_code, 'fr');
    const { id } = created.data.account;

    const { data, error, response } = await mine().POST('/api/accounts', {
      params: { header: { 'Accept-Language': 'fr' } },
      body: { ...body, email: 'ada', default_notification_phone: { number: 1 } },
    });
    assert.equal(data, undefined);
    assert.equal(response.status, 400);
    assert(error && 'form' in error);
    const { email, default_notification_phone: phone } = error.form.children;
    assert.equal(email?.errors?.length satisfies number | undefined, 1);
    assert.deepEqual(phone?.codes, ['phone_number_invalid']);

    const others = await mine().GET('/api/accounts/{account_id}', {
      params: { path: { account_id: id } },
    });
    assert.equal(others.response.status, 403);
    assert(others.error && 'error' in others.error);
    assert.equal(others.error.error satisfies ErrorName, 'access_denied');
  });

  it('updates the account of the token, and reports the supported versions', async () => {
    const { data } = await mine().PUT('/api/accounts/{account_id}', {
      params: me,
      body: { name: 'Somebody else', phone: '(202) 358-0001' },
    });
    assert.equal(data?.account.name, 'Somebody else');
    const { error } = await mine().PUT('/api/accounts/{account_id}', {
      params: { ...me, header: { 'Accept-Version': '9.9' } },
      body: {},
    });
    assert(error && 'form' in error);
    assert.equal(error.form.errors?.length, 1);
  });

  it('reads preferences, changes them and sends them back', async () => {
    const { data: read } = await mine().GET('/api/accounts/{account_id}/preferences', {
      params: me,
    });
    const { data } = await mine().PUT('/api/accounts/{account_id}/preferences', {
      params: me,
      body: { ...read!.preferences, default_push_notification_frequency: 'never' },
    });
    assert.deepEqual(data?.preferences, {
      ...read!.preferences,
      default_push_notification_frequency: 'never',
    });
  });

  it('creates, lists, updates and deletes applications', async () => {
    const client = mine();
    const { data: created } = await client.POST('/api/applications', {
      body: { name: 'Engine', public: true },
    });
    const { id, client_secret: secret } = created!.application;
    assert.equal(secret satisfies string | null, null);
    const params = { path: { id } };

    const { data: list } = await client.GET('/api/applications');
    assert(list!.applications.some((each) => each.id === id));
    const { data: updated } = await client.PUT('/api/applications/{id}', {
      params,
      body: { redirect_uris: [callback] },
    });
    assert.deepEqual(updated!.application.redirect_uris, [callback]);

    const { response: deleted } = await client.DELETE('/api/applications/{id}', { params });
    assert.equal(deleted.status, 204);
    const { error, response } = await client.GET('/api/applications/{id}', { params });
    assert.equal(response.status, 404);
    assert(error && 'error' in error);
    assert.equal(error.error satisfies ErrorName, 'application_not_found');
  });

  it('reads the application data', async () => {
    const params = { header: { 'Accept-Language': 'en' } };
    const { data, response } = await mine().GET('/api/app/data', { params });
    assert.equal(data?.app_languages.fr?.name satisfies string | undefined, 'Français');
    assert(data!.default_push_notification_frequencies.includes('hourly'));
    const again = await mine().GET('/api/app/data', {
      params: { header: { ...params.header, 'If-None-Match': response.headers.get('ETag')! } },
    });
    assert.equal(again.response.status, 304);
  });

  it('obtains and revokes OAuth 2.0 tokens with forms', async () => {
    const { data: created } = await mine().POST('/api/applications', {
      body: { name: 'Difference Engine', redirect_uris: [callback] },
    });
    const { client_id, client_secret } = created!.application;
    const client = as(`Basic ${btoa(`${client_id}:${client_secret}`)}`);
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const { data: tokens } = await client.POST('/oauth/token', {
      headers,
      body: {
        grant_type: 'authorization_code',
        ...(await authorizationCode(service, client_id)),
      },
    });
    const { access_token: token, refresh_token, expires_in: seconds } = tokens!;
    assert(seconds > 0 && seconds <= 3600);

    const { error } = await as(`Bearer ${token}`).PUT('/api/accounts/{account_id}', {
      params: me,
      body: { name: 'Nobody' },
    });
    assert(error && 'error' in error);
    assert.equal(error.error satisfies ErrorName, 'insufficient_scope');

    const { data: known } = await client.POST('/oauth/introspect', { headers, body: { token } });
    assert.equal(known?.active, true);
    const ended = await client.POST('/oauth/revoke', { headers, body: { token: refresh_token! } });
    assert.equal(ended.response.status, 200);
    const refused = await client.POST('/oauth/token', {
      headers,
      body: { grant_type: 'refresh_token', refresh_token },
    });
    assert.equal(refused.response.status, 400);
    assert.equal(refused.error?.error satisfies ErrorName | undefined, 'invalid_grant');
  });
});

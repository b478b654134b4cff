/** The interface through the functions that @hey-api/openapi-ts makes of openapi.json. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createClient, createConfig } from '../generated/sdk/client/index.js';
import * as api from '../generated/sdk/index.js';
import { authorizationCode, callback } from './authorization.code.js';
import { startService, type RunningService } from './service.process.js';

describe('functions of @hey-api/openapi-ts', () => {
  let service: RunningService;
  before(async () => {
    service = await startService();
  });
  after(() => service?.stop());

  /** A token goes into the header: the same once more in the address would be refused. */
  const as = (token: string) =>
    createClient(
      createConfig({
        baseUrl: service.url,
        auth: ({ type }) => (type === 'http' ? token : undefined),
      }),
    );
  const mine = () => ({ client: as(service.token) });

  it('read the own account', async () => {
    const { data, response } = await api.readAccount({ ...mine(), path: { account_id: 'me' } });
    assert.equal(data?.account.email, service.email);
    assert.equal(data.account.language_code, 'en');
    assert.equal(data.account.permissions.create_alert satisfies boolean, true);
    assert.match(response!.headers.get('Content-Version')!, /^\d+\.\d+$/);
  });

  it('create an account, and report its violations', async () => {
    const body: api.AccountsCreateAccount = {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      password: 'analytical engine 1843',
      language_code: 'en',
      phone: null,
      default_notification_phone: { number: 12023580001 },
    };
    const created = await api.createAccount({ ...mine(), body });
    assert.match(created.data!.account.id, /^[0-9A-Za-z]{24}$/);
    assert.equal(created.data!._links.self.href, `/api/accounts/${created.data!.account.id}`);

    const { data, error, response } = await api.createAccount({
      ...mine(),
      body: { ...body, default_notification_phone: { number: '1' } },
    });
    assert.equal(data, undefined);
    assert.equal(response!.status, 400);
    assert(error && 'form' in error);
    const { email, default_notification_phone: phone } = error.form.children;
    assert.equal(email?.errors?.length satisfies number | undefined, 1);
    assert.deepEqual(phone?.codes, ['phone_number_invalid']);

    const others = await api.readAccount({
      ...mine(),
      path: { account_id: created.data!.account.id },
    });
    assert.equal(others.response!.status, 403);
    assert(others.error && 'error' in others.error);
    assert.equal(others.error.error satisfies api.AccountsError['error'], 'access_denied');
  });

  it('update the own account', async () => {
    const path = { account_id: 'me' };
    const { data } = await api.updateAccount({ ...mine(), path, body: { name: 'Somebody else' } });
    assert.equal(data?.account.name, 'Somebody else');
    const { error } = await api.updateAccount({
      ...mine(),
      path,
      headers: { 'Accept-Language': 'de' },
      body: { old_password: 'not mine 1', new_password: 'bernoulli numbers 7' },
    });
    assert(error && 'form' in error);
    assert.equal(error.form.children.old_password?.errors?.length, 1);
  });

  it('read preferences and send them back changed', async () => {
    const path = { account_id: 'me' };
    const { data: read } = await api.readPreferences({ ...mine(), path });
    const body = { ...read!.preferences, email_subscriptions: { quota_exceeded: false } };
    const { data } = await api.updatePreferences({ ...mine(), path, body });
    assert.deepEqual(data?.preferences, body);
  });

  it('create, list, update and delete applications', async () => {
    const { data: created } = await api.createApplication({ ...mine(), body: { name: 'Engine' } });
    const { id, access_token: token } = created!.application;
    assert.match((token satisfies string | null)!, /^[0-9A-Za-z]{86}$/);
    const path = { id };

    const { data: list } = await api.listApplications(mine());
    assert(list!.applications.some((each) => each.id === id));
    const { data: updated } = await api.updateApplication({
      ...mine(),
      path,
      body: { redirect_uris: [callback], api_version: '1.13' },
    });
    assert.deepEqual(updated!.application.redirect_uris, [callback]);

    assert.equal((await api.deleteApplication({ ...mine(), path })).response!.status, 204);
    const { error, response } = await api.readApplication({ ...mine(), path });
    assert.equal(response!.status, 404);
    assert(error && 'error' in error);
    assert.equal(error.error, 'application_not_found');
  });

  it('read the application data', async () => {
    const { data } = await api.readApplicationData({
      ...mine(),
      headers: { 'Accept-Language': 'en' },
    });
    assert.equal(data?.alert_languages.de?.name, 'German');
    assert.equal(data.alert_languages.fr?.order satisfies number | undefined, 0);
    assert(data.default_email_notification_frequencies.includes('daily'));
  });

  it('obtain, refresh, inspect and end tokens of OAuth 2.0', async () => {
    const { data: created } = await api.createApplication({
      ...mine(),
      body: { name: 'Difference Engine', redirect_uris: [callback] },
    });
    const { client_id, client_secret } = created!.application;
    const client = as(`${client_id}:${client_secret}`);
    const answer = await api.requestToken({
      client,
      body: {
        grant_type: 'authorization_code',
        ...(await authorizationCode(service, client_id)),
      },
    });
    assert.equal(answer.data?.token_type satisfies 'Bearer' | undefined, 'Bearer');
    const { data: tokens } = await api.requestToken({
      client,
      body: { grant_type: 'refresh_token', refresh_token: answer.data!.refresh_token },
    });
    const { access_token: token, refresh_token } = tokens!;
    const { data: known } = await api.introspectToken({ client, body: { token } });
    assert.equal(known?.active, true);
    assert.equal(known.scope, 'account:read');

    const { error } = await api.listApplications({ client: as(token) });
    assert(error && 'error' in error);
    assert.equal(error.error, 'access_denied');
    assert((await api.revokeToken({ client, body: { token: refresh_token } })).response!.ok);
    const refused = await api.requestToken({
      client,
      body: { grant_type: 'refresh_token', refresh_token },
    });
    assert(refused.error && 'error' in refused.error);
    assert.equal(refused.error.error satisfies api.AccountsError['error'], 'invalid_grant');
  });

  it('ask whether the service is ready, and what it supports', async () => {
    const client = createClient(createConfig({ baseUrl: service.url }));
    assert.equal(
      (await api.checkReadiness({ client })).data?.status satisfies 'ok' | undefined,
      'ok',
    );
    const { data: metadata } = await api.readServerMetadata({ client });
    assert.equal(metadata?.issuer, service.url);
  });
});

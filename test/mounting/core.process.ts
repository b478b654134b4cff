/**
 * A host that mounts no feature. It uses the core, and then prints the loaded modules, the providers and the
 * statements that were sent.
 *
 * Usage: node core.process.js <database URL> <what: daily or all>
 */
import 'reflect-metadata';
import { ModulesContainer, NestFactory } from '@nestjs/core';
import { register } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { byHost } from '../../src/request/requester.js';
import pg from 'pg';

/** The modules and providers that the host has loaded, and the SQL statements and statuses it has sent. */
export interface CoreReport {
  /** The URLs of the modules. */
  readonly loaded: readonly string[];
  readonly providers: readonly string[];
  readonly statements: readonly string[];
  readonly statuses: readonly number[];
}

const loaded: string[] = [];
const { port1, port2 } = new MessageChannel();
port1.on('message', (url: string) => loaded.push(url)).unref();
const hooks = `
  let port;
  export const initialize = (data) => { port = data; };
  export const load = (url, context, next) => { port.postMessage(url); return next(url, context); };`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`, {
  data: port2,
  transferList: [port2],
});
const { AccountsModule, AccountsService, ApplicationsService } = await import('../../src/index.js');

const statements: string[] = [];
const pool = new pg.Pool({
  connectionString: process.argv[2]!,
  options: '-c DateStyle=ISO -c IntervalStyle=postgres -c TimeZone=UTC',
});
pool.on('connect', (client) => {
  const query = client.query.bind(client) as (...sent: unknown[]) => unknown;
  client.query = (...sent: unknown[]): never => {
    const [statement] = sent as [string | { readonly text: string }];
    statements.push(typeof statement === 'string' ? statement : statement.text);
    return query(...sent) as never;
  };
});

const accounts = AccountsModule.forRoot({
  database: { pool },
  secretKeys: ['a secret of thirty-two characters or more'],
});
class Host {}
const app = await NestFactory.create({ module: Host, imports: [accounts] }, { logger: false });
await app.listen(0, '127.0.0.1');

const password = 'analytical engine 1843';
const ada = { name: 'Ada', email: 'ada@example.com', password, language_code: 'en' };
const service = app.get(AccountsService, { strict: false });
const { id } = await service.create(ada, byHost);
const { accessToken } = await app
  .get(ApplicationsService, { strict: false })
  .create(id, { name: 'Engine' }, byHost);

const statuses: number[] = [];
async function send(method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(`${await app.getUrl()}/api${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${accessToken}`,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  statuses.push(response.status);
  const text = await response.text();
  return text && JSON.parse(text);
}

await send('GET', '/accounts/me');
await send('PUT', '/accounts/me', { name: 'Ada King', email: 'king@example.com' });
await send('GET', '/accounts/me/preferences');
await send('PUT', '/accounts/me/preferences', { email_subscriptions: { quota_exceeded: true } });
await send('POST', '/accounts', { ...ada, email: 'grace@example.com' });
await send('GET', '/app/data');
const { application } = await send('POST', '/applications', { name: 'Second' });
await send('GET', '/applications');
await send('PUT', `/applications/${application.id}`, { name: 'Third' });
await send('POST', `/applications/${application.id}/token`);
await send('DELETE', `/applications/${application.id}/token`);
await send('POST', `/applications/${application.id}/secret`);
const providers = [...app.get(ModulesContainer).values()].flatMap((module) =>
  [...module.providers.values()].map(({ metatype, name }) => String(metatype?.name || name)),
);
const { PurgeService } = await import('../../src/database/purge/purge.service.js');
await app.get(PurgeService, { strict: false }).purge();

if (process.argv[3] === 'all') {
  await send('GET', '/accounts/me/status');
  await service.authenticate('king@example.com', password, { ...byHost, source: '192.0.2.1' });
  const passwords = { old_password: password, new_password: 'difference engine 1822' };
  await send('PUT', '/accounts/me', passwords);
  await service.setPassword(id, password, byHost);
  await send('DELETE', `/applications/${application.id}`);
  await send('DELETE', '/accounts/me');
}
await app.close();
await pool.end();
await setImmediate();
const report: CoreReport = { loaded, providers, statements, statuses };
console.log(JSON.stringify(report));

import type { ClientProxy } from '@nestjs/microservices';
import { execFileSync } from 'node:child_process';
import { NEVER, of, throwError, type Observable } from 'rxjs';
import { AccountsClient, AccountsClientError } from './index.js';

/** A client proxy that records its messages. */
function createProxy(answer: Observable<unknown>) {
  const sent: [pattern: unknown, message: any][] = [];
  const send = (pattern: unknown, message: unknown) => {
    sent.push([pattern, message]);
    return answer;
  };
  return { proxy: { send } as unknown as ClientProxy, sent };
}

const caller = { accessToken: 'token' };

describe('the accounts client', () => {
  it('sends the caller’s headers and deadline', async () => {
    const { proxy, sent } = createProxy(of({ status: 200, headers: {}, body: { answered: true } }));
    const client = new AccountsClient(proxy, { timeoutMs: 700 });
    const begin = Date.now();
    const answered = await client.update(
      { name: 'Ada' },
      { ...caller, version: '1.9', language: 'fr', source: '203.0.113.7', requestId: 'r1' },
      'id',
    );
    expect(answered).toEqual({ answered: true });
    const [[pattern, { deadline, ...message }]] = sent as [[string, { deadline: number }]];
    expect(pattern).toBe('accounts.update');
    expect(message).toEqual({
      access_token: 'token',
      accept_version: '1.9',
      accept_language: 'fr',
      source: '203.0.113.7',
      request_id: 'r1',
      id: 'id',
      body: { name: 'Ada' },
    });
    expect(deadline - begin).toBeGreaterThanOrEqual(700);
    expect(deadline - Date.now()).toBeLessThanOrEqual(700);
  });

  it('sends a request once, and fails after its timeout', async () => {
    const { proxy, sent } = createProxy(NEVER);
    const call = new AccountsClient(proxy, { timeoutMs: 20 }).get(caller);
    await expect(call).rejects.toMatchObject({
      name: 'AccountsClientError',
      status: 504,
      code: 'deadline_exceeded',
      message: 'The accounts did not answer within 20 ms.',
    });
    expect(sent).toHaveLength(1);
  });

  it.each<[string, Observable<unknown>]>([
    ['a lost connection', throwError(() => new Error('Connection closed'))],
    ['the NATS error without a listener', throwError(() => new Error('Empty response'))],
    ['a pattern without a handler', throwError(() => 'There is no matching message handler')],
    ['a thrown null', throwError(() => null)],
    ['an empty response stream', of()],
  ])('fails with 503 for %s', async (_case, answer) => {
    const error = await new AccountsClient(createProxy(answer).proxy).get(caller).catch((e) => e);
    expect(error).toBeInstanceOf(AccountsClientError);
    expect(error).toMatchObject({
      status: 503,
      code: 'unavailable',
      message: 'The accounts could not be reached.',
      rateLimitReset: undefined,
    });
    expect(error).toHaveProperty('cause');
  });

  const circular: { name?: unknown } = {};
  circular.name = circular;
  it.each<[string, unknown, number, string]>([
    [
      'numbers that grow when serialized',
      { numbers: Array(20_000).fill(1e20) },
      413,
      'payload_too_large',
    ],
    ['text of many bytes', { name: '🦊'.repeat(30_000) }, 413, 'payload_too_large'],
    ['control characters', { name: '\0'.repeat(20_000) }, 413, 'payload_too_large'],
    ['a circular object', circular, 400, 'bad_request'],
    ['a BigInt', { phone: 7n }, 400, 'bad_request'],
  ])('sends no body with %s', async (_case, body, status, code) => {
    const { proxy, sent } = createProxy(of());
    const call = new AccountsClient(proxy).update(body as object, caller);
    const error = (await call.catch((error: unknown) => error)) as AccountsClientError;
    expect(error).toBeInstanceOf(AccountsClientError);
    expect(error.status).toBe(status);
    expect('form' in error.body ? error.body.form.codes : [error.code]).toEqual([code]);
    expect(sent).toEqual([]);
  });

  it('sends no message with other members that are too long', async () => {
    const { proxy, sent } = createProxy(of());
    const call = new AccountsClient(proxy).get({ accessToken: 'x'.repeat(20_000) });
    await expect(call).rejects.toMatchObject({ status: 413, code: 'payload_too_large' });
    expect(sent).toEqual([]);
  });

  it('sends no message for a misspelt member of the caller, and names it', async () => {
    const { proxy, sent } = createProxy(of());
    const call = new AccountsClient(proxy).get({ ...caller, langauge: 'fr' } as typeof caller);
    const error = await call.catch((error: unknown) => error);
    expect(error).toBeInstanceOf(AccountsClientError);
    expect(error).toMatchObject({ status: 400, message: 'A caller has no langauge.' });
    expect(sent).toEqual([]);
  });

  it('reports why the host refused the message', async () => {
    const refusal = { status: 'error', message: 'Not in your tenant' };
    const client = new AccountsClient(createProxy(throwError(() => refusal)).proxy);
    await expect(client.get(caller)).rejects.toMatchObject({
      status: 503,
      code: 'unavailable',
      message: 'The message was refused before it reached the accounts: Not in your tenant',
      cause: refusal,
    });
  });

  it('names the invalid fields', () => {
    const children = { name: { errors: ['Too short.', 'Too plain.'] }, phone: {} };
    const body = { form: { errors: ['Wrong.'], children } };
    const error = new AccountsClientError({ status: 400, headers: {}, body });
    expect(error.message).toBe('Wrong. name: Too short. Too plain. phone: ');
    expect(error.code).toBeUndefined();
  });

  it('loads only its own files and rxjs', () => {
    const loaded = execFileSync(
      process.execPath,
      ['--input-type=module', '-e', tracing(new URL('./index.js', import.meta.url).href)],
      { encoding: 'utf8' },
    );
    const files = loaded.split('\n').filter((url) => url.startsWith('file:'));
    const foreign = files.filter(
      (url) =>
        !/\/(?:messaging\/client\/|src\/(?:options|tracing)\/|http\/input\/body-limit|node_modules\/(?:rxjs|tslib)\/)/.test(
          url,
        ),
    );
    expect(files.length).toBeGreaterThan(3);
    expect(foreign).toEqual([]);
  });
});

/** A program that prints every module that an import of `url` loads. */
function tracing(url: string): string {
  const hooks = `
    export async function load(url, context, next) {
      port.postMessage(url);
      return next(url, context);
    }
    let port;
    export function initialize(data) { port = data; }`;
  return `
    import { register } from 'node:module';
    import { MessageChannel } from 'node:worker_threads';
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (url) => console.log(url));
    port1.unref();
    register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(hooks)}), {
      data: port2, transferList: [port2],
    });
    await import(${JSON.stringify(url)});
    await new Promise((resolve) => setTimeout(resolve, 100));`;
}

/**
 * Packs the package once, and follows the README of every example: installs the example into a separate folder, then
 * builds, starts, uses and stops it.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { install, pack } from '../../examples/prepare.js';
import { ExampleProcess, freePort } from './example.process.js';
import { readOnlyToken } from './read-only.token.js';
import {
  chromiumAvailable,
  createAppCode,
  launchChromium,
  SignInVisitor,
} from './sign-in.visitor.js';

const examples = fileURLToPath(new URL('../../examples', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'nest-accounts-examples-'));
before(() => pack(folder));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Defines the tests that every example shares, and runs the specific `tests` between start and stop. */
function describeExample(name, tests, { environment = async () => ({}), skip = false } = {}) {
  describe(name, { skip }, () => {
    const copy = join(folder, name);
    let example;
    after(() => example?.stop());

    it('installs without peer warnings, with one copy of Nest', () => {
      const isSource = (path) => !['node_modules', 'dist', '.data'].includes(basename(path));
      cpSync(join(examples, name), copy, { recursive: true, filter: isSource });
      const begun = performance.now();
      const said = install(copy);
      console.log(`${name}: installed and built in ${Math.round(performance.now() - begun)} ms`);
      assert.doesNotMatch(said, /ERESOLVE|peer|deprecated/i);
      assert.deepEqual(scriptsWithoutDecision(copy), []);
      for (const part of ['common', 'core', 'swagger', 'throttler']) {
        assert.equal(countCopies(join(copy, 'node_modules'), `@nestjs/${part}`), 1, part);
      }
    });

    it('starts, and works as its README says', async () => {
      example = await ExampleProcess.start(copy, await environment());
      const { said, answered } = await example.followReadme();
      assert.ok(said.length >= 5);
      assert.deepEqual(answered, said);
    });

    tests(() => example);

    it('restarts, and stops completely both times', async () => {
      assert.deepEqual(await example.stop(), { left: [], lastWords: '' });
      example = await ExampleProcess.start(copy, await environment());
      assert.deepEqual(await example.stop(), { left: [], lastWords: '' });
    });
  });
}

describeExample('express-monolith', (example) => {
  it('reports errors in Nest’s format on host routes, and in the account format on account routes', async () => {
    const { token } = example();
    const own = await example().ask('/api/notes', { token, body: { text: '', unknown: 1 } });
    assert.deepEqual(own.body, {
      statusCode: 400,
      error: 'Bad Request',
      message: ['property unknown should not exist', 'text should not be empty'],
    });
    const body = { name: 'Ada', email: 'none', unknown: 1 };
    const theirs = await example().ask('/api/accounts', { token, body });
    assert.equal(theirs.status, 400);
    assert.deepEqual(Object.keys(theirs.body.form.children).sort(), [
      'email',
      'language_code',
      'password',
    ]);
  });

  it('accepts a read-only token for reads, and responds 403 to its writes', async () => {
    const api = `${example().url}/api`;
    const token = await readOnlyToken(example(), api, api);
    const read = await example().ask('/api/notes', { token });
    assert.deepEqual(
      read.body.map(({ text }) => text),
      ['Weave algebraic patterns.'],
    );
    const written = await example().ask('/api/notes', { token, body: { text: 'No.' } });
    assert.equal(written.status, 403);
    assert.equal(written.body.error, 'insufficient_scope');
    assert.match(written.headers.get('www-authenticate'), /scope="account:write"/);
  });

  it('keeps its team and its address book up to date with the accounts', async () => {
    const { token } = example();
    const team = async () =>
      (await example().ask('/api/team', { token })).body.map(({ name }) => name);
    assert.deepEqual(await team(), ['Ada', 'Demo']);
    const change = { name: 'Charles', email: 'charles@example.com' };
    await example().ask('/api/accounts/me', { token, method: 'PUT', body: change });
    assert.deepEqual(await team(), ['Ada', 'Charles']);
    const expected = JSON.stringify(['ada@example.com', 'charles@example.com']);
    for (const deadline = Date.now() + 30_000; ;) {
      const { body } = await example().ask('/api/team/emails', { token });
      if (JSON.stringify(body) === expected) break;
      if (Date.now() > deadline) assert.equal(JSON.stringify(body), expected);
    }
    const back = { name: 'Demo', email: 'demo@example.com' };
    await example().ask('/api/accounts/me', { token, method: 'PUT', body: back });
  });

  it('deletes a note, and responds 404 to a second deletion', async () => {
    const { token } = example();
    const { body: note } = await example().ask('/api/notes', { token, body: { text: 'Short.' } });
    const remove = () => example().ask(`/api/notes/${note.id}`, { token, method: 'DELETE' });
    assert.equal((await remove()).status, 204);
    assert.deepEqual((await remove()).body, { message: 'Not Found', statusCode: 404 });
  });

  it('applies separate limits to invitations and account routes', async () => {
    const { token } = example();
    let answer;
    for (let i = 0; i < 6; i++) {
      const body = { name: 'Ada', email: 'none' };
      answer = await example().ask('/api/team/invitations', { token, body });
    }
    assert.equal(answer.status, 429);
    assert.equal(answer.body.statusCode, 429);
    const { headers } = await example().ask('/api/accounts/me', { token });
    assert.match(headers.get('ratelimit-policy'), /"accounts\.read";q=1200/);
  });

  it('serves the console, and one API document for host and account routes', async () => {
    assert.equal((await example().ask('/api/console/sign-in')).status, 200);
    await assertDocument(
      example(),
      ['/api/notes', '/api/team/invitations', '/api/accounts/{account_id}', '/api/oauth/token'],
      '/api/oauth/authorize',
    );
  });
});

describeExample('fastify-monolith', (example) => {
  const ada = { email: 'ada@example.com', password: 'engine 1843' };

  it('replaces one error sentence, and keeps the others', async () => {
    const body = { ...ada, password: 'x' };
    const wrong = await example().ask('/v1/sign-in', { body });
    assert.deepEqual(wrong.body.form.errors, ['We know nobody with this email and this password.']);
    const taken = await example().ask('/v1/sign-up', {
      body: { ...ada, name: 'Ada', language_code: 'en' },
    });
    assert.deepEqual(taken.body.form.children, {
      email: {
        errors: ['An account with this email address already exists.'],
        codes: ['email_taken'],
      },
    });
  });

  it('names host versions in the path, and account versions in a header', async () => {
    const first = await example().ask('/v1/guestbook');
    assert.deepEqual(first.body, [{ text: 'I was here.', name: 'Ada' }]);
    const second = await example().ask('/v2/guestbook');
    assert.deepEqual(Object.keys(second.body[0]), ['text', 'name', 'signed_at']);
    const { body } = await example().ask('/v1/sign-in', { body: ada });
    const account = await example().ask('/api/accounts/me', { token: body.access_token });
    assert.equal(account.headers.get('content-version'), '1.21');
    const refused = await example().ask('/v1/guestbook', {
      token: body.access_token,
      body: { text: 1 },
    });
    assert.equal(refused.body.statusCode, 400);
  });

  it('has neither pages nor OAuth, and serves one API document', async () => {
    for (const path of ['/console', '/oauth/token', '/.well-known/oauth-authorization-server']) {
      assert.equal((await example().ask(path)).status, 404);
    }
    await assertDocument(example(), [
      '/v1/guestbook',
      '/v2/guestbook',
      '/api/accounts/{account_id}',
    ]);
  });
});

describe('fastify-monolith with REDIS_URL', { skip: missing('redis-server') }, () => {
  let redis;
  let example;
  after(async () => {
    await example?.stop();
    redis?.kill();
  });

  it('counts the account limits in Redis', async () => {
    const port = await freePort();
    redis = spawn('redis-server', ['--port', port, '--save', ''], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await waitForLine(redis, /Ready to accept connections/);
    const env = { REDIS_URL: `redis://127.0.0.1:${port}` };
    example = await ExampleProcess.start(join(folder, 'fastify-monolith'), env);
    await example.ask('/v1/sign-in', { body: { email: 'ada@example.com', password: 'x' } });
    assert.match(await askRedis(port, 'KEYS *'), /accounts:limit:sign-in/);
  });
});

describeExample(
  'microservice',
  (example) => {
    it('relays refusals of the account service', async () => {
      const [accounts] = /^Accounts +(\S+)$/m.exec(example().output).slice(1);
      const token = await readOnlyToken(example(), accounts, new URL(accounts).origin);
      const read = await example().ask('/tasks', { token });
      assert.deepEqual(read.body, { of: 'Demo', tasks: ['Tabulate numbers.'] });
      const written = await example().ask('/tasks', { token, body: { text: 'No.' } });
      assert.equal(written.status, 403);
      assert.match(written.headers.get('www-authenticate'), /scope="account:write"/);
      const wrong = await example().ask('/tasks', { token: 'wrong' });
      assert.match(wrong.headers.get('ratelimit'), /"auth\.failed";r=5\d/);
    });
  },
  {
    environment: async () => ({ ACCOUNTS_PORT: String(await freePort()) }),
    skip: missing('nats-server'),
  },
);

describeExample('own-sign-in', (example) => {
  const options = { skip: !chromiumAvailable() && 'there is no chromium' };
  let browser;
  after(() => browser?.close());

  it('signs users up and in on its own pages, with factors and on a phone', options, async () => {
    const email = 'grace@example.com';
    const password = 'nanosecond 1952';
    const home = 'Hello Grace';
    const readMails = () =>
      [...example().output.matchAll(/^Mail to grace@\S+: .* (http\S+#token=\S+) (\d*)$/gm)].map(
        ([, link, code]) => ({ link, code }),
      );
    browser = await launchChromium();
    const { url } = example();
    const grace = await SignInVisitor.arrive(browser, url, readMails);
    const { page } = grace;

    await page.goto('/');
    await grace.isAt('Sign in');
    await grace.enter({ Email: email, Password: password });
    await grace.isTold('The email address or password is incorrect.');

    await grace.follow('Sign up');
    await grace.isAt('Sign up');
    await grace.enter({ Name: 'Grace', Email: 'grace', Password: password });
    await grace.isToldAt('Email', /^This value is not a valid email address/);
    await grace.openLinkAfter(() => grace.enter({ Email: email, Password: password }));
    await grace.isAt('Finish your sign-up');
    await grace.enter({ 'The password you chose': 'difference 1822' });
    await grace.isToldAt('The password you chose', /^This is not the password you chose/);
    await grace.enter({ 'The password you chose': password });

    await grace.isAt('Add a second factor');
    await grace.press('Set up an authenticator app');
    await page.getByAltText('QR code').waitFor();
    const secret = await grace.readText('secret');
    await grace.enter({ 'Code that the app shows': createAppCode(secret) });
    await grace.isAt('Recovery codes');
    const codes = await page.locator('#codes li').allTextContents();
    assert.equal(codes.length, 10);
    await grace.press('I have saved the codes');
    await grace.isAt(home);

    await grace.follow('Add a passkey or an app');
    await grace.enter({ 'Name of the passkey': 'Phone' });
    await page.getByText('Passkey “Phone”').waitFor();
    await grace.press('Sign out');
    await grace.isAt('Sign in');
    await grace.press('Sign in with a passkey');
    await grace.isAt(home);
    await page.evaluate("name = 'autofill'");
    await grace.press('Sign out');
    await page.waitForEvent('load');
    await grace.isAt(home);
    await page.evaluate("name = ''");

    await grace.press('Sign out');
    await page.goto('/sign-in?return_to=https://evil.example/');
    await grace.enter({ Email: email, Password: password });
    await grace.isAt('Second step');
    await grace.enter({ 'Code of your authenticator app': '000000' });
    await grace.isToldAt('Code', /^This code is incorrect/);
    await grace.enter({ 'Code of your authenticator app': createAppCode(secret, 1) });
    await grace.isAt(home);
    assert.equal(page.url(), `${url}/`);

    await page.goto('/forgot-password?return_to=/greeting');
    const { code } = await grace.readMailAfter(() => grace.enter({ Email: email }));
    await grace.isAt('Choose a new password');
    await grace.enter({ 'Code in the mail': '00000000', 'New password': 'compiler 1952' });
    await grace.isToldAt('Code in the mail', /^This code is incorrect/);
    await grace.enter({ 'Code in the mail': code, 'New password': 'compiler 1952' });
    await grace.isTold('Your password has been changed. Sign in with it.');
    await grace.enter({ Password: 'compiler 1952' });
    await grace.isAt('Second step');
    await grace.press('Use a passkey');
    await page.waitForURL(`${url}/greeting`);

    const laptop = await SignInVisitor.arrive(browser, url, readMails);
    await laptop.page.goto('/');
    await laptop.enter({ Email: email, Password: 'compiler 1952' });
    await laptop.isAt('Second step');
    await laptop.page.getByText('Use a recovery code').click();
    await laptop.enter({ 'Recovery code': codes[0] });
    await laptop.isAt(home);
    await page.goto('/');
    await page.getByText('9 recovery codes').waitFor();
    await page.getByRole('button', { name: /^Sign out: Mozilla/ }).click();
    await grace.isTold(/^Sign out: Mozilla.* Done\.$/);
    await laptop.page.goto('/');
    await laptop.isAt('Sign in');

    await ageSessions(join(folder, 'own-sign-in'));
    await grace.press('Replace: recovery codes');
    await grace.press('Cancel');
    await grace.isTold('Not confirmed, so nothing has changed.');
    await grace.press('Replace: recovery codes');
    await grace.enter({ 'or a recovery code': codes[0] });
    await grace.isToldAt('or a recovery code', /^This code is incorrect/);
    await grace.press('Use a passkey');
    await grace.isAt('Recovery codes');

    assert.deepEqual([...grace.faults, ...laptop.faults], []);
  });
});

/** Returns the reason to skip tests that require this program, or false if it is on the PATH. */
function missing(program) {
  return spawnSync(program, ['--version']).error ? `there is no ${program}` : false;
}

/** Makes every session of an example older than a confirmation lasts. */
async function ageSessions(copy) {
  const { resolve } = createRequire(join(copy, 'package.json'));
  const { EmbeddedPostgres } = await import(resolve('nest-accounts/embedded-postgres'));
  const postgres = await EmbeddedPostgres.start(join(copy, '.data/postgres'));
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(
    "UPDATE sessions SET created_at = created_at - interval '11 minutes', confirmed_at = NULL",
  );
  await client.end();
  await postgres.stop();
}

/** Returns the number of installed copies of a package below this folder. */
function countCopies(modules, name) {
  const files = readdirSync(modules, { recursive: true });
  const manifest = join(name, 'package.json');
  return files.filter((file) => file === manifest || file.endsWith(join('node_modules', manifest)))
    .length;
}

/** Returns the packages whose install scripts the example's package.json neither allows nor denies. */
function scriptsWithoutDecision(copy) {
  const readJson = (path) => JSON.parse(readFileSync(join(copy, path), 'utf8'));
  const { allowScripts = {} } = readJson('package.json');
  const { packages } = readJson('node_modules/.package-lock.json');
  return Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
    .filter((name) => !(name in allowScripts));
}

/** Checks that the example's API document has these paths, and this authorization URL, if any. */
async function assertDocument(example, paths, authorizationUrl) {
  assert.match((await example.ask('/docs')).body, /swagger-ui/);
  const { body: document } = await example.ask('/docs-json');
  for (const path of paths) assert.ok(document.paths[path], path);
  const { flows } = document.components.securitySchemes.accountsOAuth;
  assert.equal(flows.authorizationCode?.authorizationUrl, authorizationUrl);
}

async function waitForLine(child, pattern) {
  let output = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk;
    if (pattern.test(output)) return;
  }
  throw new Error(`It ended:\n${output}`);
}

async function askRedis(port, command) {
  const connection = createConnection(port, '127.0.0.1').end(`${command}\r\nQUIT\r\n`);
  let answer = '';
  for await (const chunk of connection) answer += chunk;
  return answer;
}

import request from 'supertest';
import { setTimeout as delay } from 'node:timers/promises';
import { byHost } from '../../src/request/requester.js';
import { newIdentifier } from '../../src/database/identifier.js';
import { AccountsService } from '../../src/accounts/accounts.service.js';
import { parseRateLimits } from '../../src/limits/rate-limit.policies.js';
import { startNodes, transports, type MessageNodes } from '../support/clients/messages.js';
import { newClient, post, tokensFor } from '../support/clients/oauth.js';
import { PageClient, type PageAnswer } from '../support/clients/page-client.js';
import { errorsAbove } from '../support/clients/page-reader.js';
import { newPerson } from '../support/clients/person.js';
import { redisAvailable, RedisServer } from '../support/servers/redis.js';
import {
  describeService,
  newEmail,
  password,
  someForms,
  startService,
  type Caller,
  type TestService,
} from '../support/hosts/service.js';

const wrong = 'wrong horse 7';
const newPassword = 'another horse 8';

/** The limits that would stop a guesser before the delays do. */
const others = 'sign-in=1000000/1m,passwords.change=1000000/1h';
const settings = { trustProxy: ['loopback'], rateLimits: parseRateLimits(others) };

const refused = 429;
const fiveTimes = (outcome: unknown) => Array<unknown>(5).fill(outcome);

let sources = 0;

/** An address that has not sent a request yet. */
function newSource(): string {
  sources++;
  return `10.0.${sources >> 8}.${sources & 255}`;
}

const from = (source: string) => ({ 'X-Forwarded-For': source });

function signIn(service: TestService, email: string, attempt: string, source: string) {
  return new PageClient(service.url, from(source)).signIn(email, attempt);
}

/** Changes the password over HTTP. */
function change(service: TestService, caller: Caller, old_password: string, source: string) {
  return service.update(caller, { old_password, new_password: newPassword }).set(from(source));
}

type Answer = Pick<PageAnswer, 'status'> & { headers: Headers | Record<string, string> };

function getHeader({ headers }: Answer, name: string): string {
  return (headers instanceof Headers ? headers.get(name) : headers[name]) ?? '';
}

/** The delay in seconds that a refusal announces; 0 for any other response. */
function getSeconds(answer: Answer): number {
  if (answer.status !== refused) return 0;
  return Number(/;r=0;t=(\d+)$/.exec(getHeader(answer, 'ratelimit'))?.[1]);
}

async function untilReset(answer: Answer): Promise<void> {
  expect(getHeader(answer, 'x-rate-limit-reset')).toMatch(/^\d+$/);
  await delay(Number(getHeader(answer, 'x-rate-limit-reset')) * 1_000 - Date.now() + 50);
}

/** Tries until the delay is long enough for a slow machine to observe it. */
async function shut<T extends Answer>(attempt: () => PromiseLike<T>, atLeast = 2): Promise<T> {
  for (let tries = 0; tries < 50; tries++) {
    const answer = await attempt();
    if (getSeconds(answer) >= atLeast) return answer;
    if (answer.status === refused) await untilReset(answer);
  }
  throw new Error('It is not slowed down.');
}

/** Expects five checked attempts, plus one for each delay that ends during the burst. */
async function expectFive(burst: () => PromiseLike<Answer>[]): Promise<void> {
  const began = performance.now();
  const answers = await Promise.all(burst());
  const ended = Math.log2((performance.now() - began) / 1_000 + 1);
  const checked = answers.filter(({ status }) => status === 400).length;
  // On a busy machine some time out without a database connection and are not checked either.
  for (const { status } of answers) expect([400, refused, 503]).toContain(status);
  expect(checked).toBeGreaterThanOrEqual(5);
  expect(checked).toBeLessThanOrEqual(5 + Math.floor(ended));
}

/** The error code of a direct service call, or “done”. */
function getCode(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'done',
    ({ code, errors }) => code ?? Object.keys(errors[0].constraints)[0],
  );
}

describeService(
  'Guessing a password',
  (service) => {
    let victim: Caller;
    let source: string;
    beforeEach(async () => {
      victim = await service().newCaller();
      source = newSource();
    });
    const guess = (attempt = wrong, at = source) =>
      signIn(service(), victim.account.email, attempt, at);
    async function guessFiveTimes(): Promise<void> {
      const statuses = [];
      for (let i = 0; i < 5; i++) statuses.push((await guess()).status);
      expect(statuses).toEqual(fiveTimes(400));
    }

    it('causes a longer delay with each wrong attempt, but not with refused ones', async () => {
      await guessFiveTimes();
      const delays = [];
      let answer = await shut(guess, 1);
      for (let i = 0; i < 3; i++) {
        if (i > 0) {
          await untilReset(answer);
          answer = await shut(guess, 1);
        }
        delays.push(getSeconds(answer));
        expect(errorsAbove(answer.html)).toEqual([expect.stringMatching(/^Too many requests\./)]);
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      }
      const reset = getHeader(answer, 'x-rate-limit-reset');
      expect(getHeader(await guess(), 'x-rate-limit-reset')).toBe(reset);
      expect(delays[1]).toBeGreaterThan(delays[0]!);
      expect(delays[2]).toBeGreaterThan(delays[1]!);
    });

    it('does not keep the owner from signing in elsewhere', async () => {
      await shut(guess);
      expect((await guess(password, newSource())).status).toBe(303);
      expect((await change(service(), victim, password, newSource())).status).toBe(200);
    });

    it('is refused during a delay even with the right password, which resets the count afterwards', async () => {
      await shut(guess);
      const answer = await guess(password);
      expect(answer.status).toBe(refused);
      await untilReset(answer);
      expect((await guess(password)).status).toBe(303);
      await guessFiveTimes();
    });

    it('is no longer delayed once the password is changed from another source', async () => {
      await shut(guess);
      expect((await guess(newPassword)).status).toBe(refused);
      expect((await change(service(), victim, password, newSource())).status).toBe(200);
      expect((await guess(newPassword)).status).toBe(303);
    });

    it('is limited to five checks for fifty concurrent attempts', async () => {
      const browser = new PageClient(service().url, from(source));
      await browser.open('/console/sign-in');
      const fields = { email: victim.account.email, password: wrong };
      const form = { ...fields, csrf_token: browser.csrfToken };
      await expectFive(() =>
        Array.from({ length: 50 }, () => browser.post('/console/sign-in', form)),
      );
      const other = newSource();
      await expectFive(() =>
        Array.from({ length: 50 }, () => change(service(), victim, wrong, other)),
      );
    });

    it('is counted together at sign-in, password change, deletion and in direct calls', async () => {
      const accounts = service().app.get(AccountsService, { strict: false });
      const { id, email } = victim.account;
      const browser = new PageClient(service().url, from(source));
      await browser.signIn(email, password);
      const remove = async () => {
        await browser.open('/console/account/delete');
        return browser.submit('/console/account/delete', { password: wrong });
      };
      const changeInConsole = async () => {
        await browser.open('/console/security/password');
        const fields = { old_password: wrong, new_password: newPassword };
        return browser.submit('/console/security/password', fields);
      };
      const passwords = { old_password: wrong, new_password: newPassword };

      expect((await guess()).status).toBe(400);
      expect((await change(service(), victim, wrong, source)).status).toBe(400);
      expect((await remove()).status).toBe(400);
      expect((await changeInConsole()).status).toBe(400);
      expect(await getCode(accounts.update(id, passwords, { ...byHost, source }))).toBe(
        'old_password_wrong',
      );

      await shut(guess, 4);
      const answer = await change(service(), victim, password, source);
      expect([answer.status, answer.body.error]).toEqual([refused, 'rate_limited']);
      expect(answer.headers['x-rate-limit-reset']).toMatch(/^\d+$/);
      expect(answer.headers.ratelimit).toMatch(/^"passwords\.failed";r=0;/);
      expect((await guess(password)).status).toBe(refused);
      expect((await remove()).status).toBe(refused);
      expect((await changeInConsole()).status).toBe(refused);
      const calls = [
        accounts.authenticate(email, password, { ...byHost, source }),
        accounts.update(id, { ...passwords, old_password: password }, { ...byHost, source }),
        accounts.deleteWithPassword(id, password, { ...byHost, source }),
      ];
      expect(await Promise.all(calls.map(getCode))).toEqual(Array(3).fill('rate_limited'));
      expect((await guess(password, newSource())).status).toBe(303);
    });

    it('is also counted in direct calls without a source', async () => {
      const accounts = service().app.get(AccountsService, { strict: false });
      const { id } = victim.account;
      const guess = () => getCode(accounts.deleteWithPassword(id, wrong, byHost));
      const guesses = Array.from({ length: 20 }, guess);
      expect((await Promise.all(guesses)).filter((code) => code === 'rate_limited')).toHaveLength(
        15,
      );
    });

    it('gets the same responses at every step, whether the email is in use or not', async () => {
      const steps = async (email: string) => {
        const answers: unknown[] = [];
        let checked = 0;
        const step = async () => {
          const answer = await signIn(service(), email, wrong, source);
          const { status, headers, html } = answer;
          if (status === 400) checked++;
          const sentence = errorsAbove(html)
            .join()
            .replace(/\d+ seconds?/, '… seconds');
          answers.push([checked, status, sentence, headers.get('ratelimit-policy')]);
          return answer;
        };
        for (let i = 0; i < 5; i++) await step();
        const { status } = await shut(step);
        const answer = await signIn(service(), email.toUpperCase(), wrong, source);
        expect([status, answer.status]).toEqual([refused, refused]);
        expect(getSeconds(answer)).toBeLessThanOrEqual(2 ** (checked - 5));
        expect(getSeconds(answer)).toBeGreaterThan(0);
        return answers;
      };
      const emails = [victim.account.email, newEmail()];
      const [known, nobody] = (await Promise.all(emails.map(steps))).map((answers) => [
        ...new Set(answers.map((answer) => JSON.stringify(answer))),
      ]) as [string[], string[]];
      // On a slow machine, a delay may end during the steps of one of them, which adds another check.
      const shared = Math.min(known.length, nobody.length);
      expect(shared).toBeGreaterThan(5);
      expect(nobody.slice(0, shared)).toEqual(known.slice(0, shared));
    });

    it('through an OAuth client delays only that client', async () => {
      const owner = await newPerson(service(), {}, from(newSource()));
      const client = await newClient(service(), await service().newCaller());
      const { access_token } = await tokensFor(service(), owner, client);
      const third = { ...owner, token: access_token };
      await shut(() => change(service(), third, wrong, source));
      const { status } = await signIn(service(), owner.account.email, password, source);
      expect(status).toBe(303);
      expect((await change(service(), owner, password, source)).status).toBe(200);
    });

    it('with a token for client credentials delays only that client', async () => {
      const owner = await service().newCaller();
      const client = await newClient(service(), owner);
      await service()
        .as(owner, 'put', `/applications/${client.id}`)
        .send({ client_credentials: true });
      const fields = { grant_type: 'client_credentials', scope: 'account:write' };
      const { body } = await post(service(), 'token', client, fields);
      const third = { ...owner, token: body.access_token };
      await shut(() => change(service(), third, wrong, source));
      expect((await change(service(), owner, password, source)).status).toBe(200);
    });
  },
  settings,
  someForms,
);

describeService(
  'Password changes',
  (service) => {
    it('are not used up by attempts during a delay', async () => {
      const owner = await service().newCaller();
      const source = newSource();
      const knocks = [];
      expect((await change(service(), owner, wrong, source)).status).toBe(400);
      for (let i = 0; i < 3; i++) knocks.push(await change(service(), owner, wrong, source));
      for (const { headers } of knocks) expect(headers.ratelimit).toMatch(/^"passwords\.failed";/);
      expect((await change(service(), owner, password, newSource())).status).toBe(200);
    });

    it('by an OAuth client are limited per client, not per token, and separately from the owner’s', async () => {
      const owner = await newPerson(service());
      const client = await newClient(service(), await service().newCaller());
      const statuses = [];
      for (let i = 0; i < 2; i++) {
        const { access_token } = await tokensFor(service(), owner, client);
        const third = { ...owner, token: access_token };
        for (let j = 0; j < 2; j++) {
          statuses.push((await change(service(), third, wrong, newSource())).status);
        }
      }
      expect(statuses).toEqual([400, 400, refused, refused]);
      expect((await change(service(), owner, wrong, newSource())).status).toBe(400);
      expect((await change(service(), owner, password, newSource())).status).toBe(200);
    });
  },
  { ...settings, rateLimits: parseRateLimits('passwords.change=2/1h,passwords.failed=1/1d') },
  someForms,
);

describeService(
  'Guessing many users’ passwords from one source',
  (service) => {
    it('is slowed down for every account, but not from other sources', async () => {
      const source = newSource();
      const bystander = await service().newCaller();
      const { email } = bystander.account;
      const guess = () => signIn(service(), newEmail(), wrong, source);
      for (let i = 0; i < 4; i++) expect((await guess()).status).toBe(400);
      const answer = await shut(guess);
      expect(answer.headers.get('ratelimit')).toMatch(/^"sources\.failed";r=0;/);
      expect((await signIn(service(), email, password, source)).status).toBe(refused);
      expect((await change(service(), bystander, password, source)).status).toBe(refused);
      expect((await signIn(service(), email, password, newSource())).status).toBe(303);
      await untilReset(answer);
      expect((await signIn(service(), email, password, source)).status).toBe(303);
      expect((await guess()).status).toBe(400);
      expect((await signIn(service(), email, password, source)).status).toBe(refused);
    });
  },
  { ...settings, rateLimits: parseRateLimits(`${others},sources.failed=4/1h`) },
  someForms,
);

describeService(
  'Guessing a client secret',
  (service) => {
    type Credentials = { id: string; secret: string | null };
    const ask = (client: Credentials, source: string) =>
      post(service(), 'token', client, { grant_type: 'none' }).set(from(source));

    it('is slowed down at that source until the delay ends', async () => {
      const client = await newClient(service(), await service().newCaller());
      const source = newSource();
      const guess = () => ask({ ...client, secret: wrong }, source);
      for (let i = 0; i < 5; i++) expect((await guess()).status).toBe(401);
      const answer = await shut(guess);
      expect(answer.body.error).toBe('rate_limited');
      expect((await ask(client, source)).status).toBe(refused);
      expect((await ask(client, newSource())).body.error).toBe('unsupported_grant_type');
      await untilReset(answer);
      expect((await ask(client, source)).body.error).toBe('unsupported_grant_type');
      for (let i = 0; i < 5; i++) expect((await guess()).status).toBe(401);
    });

    it('gets the same response whether the client exists or not', async () => {
      const client = await newClient(service(), await service().newCaller());
      const source = newSource();
      const steps = async (id: string) => {
        const answers = [];
        for (let i = 0; i < 6; i++) {
          const { status, body, headers } = await ask({ id, secret: wrong }, source);
          answers.push([status, body, headers.ratelimit]);
        }
        return answers;
      };
      const ofKnown = await steps(client.id);
      expect(ofKnown.map(([status]) => status)).toEqual([...fiveTimes(401), refused]);
      expect(await steps(newIdentifier())).toEqual(ofKnown);
      expect(await steps('no identifier at all')).toEqual(ofKnown);
    });

    it('does not limit concurrent requests with the right secret', async () => {
      const client = await newClient(service(), await service().newCaller());
      const source = newSource();
      const answers = await Promise.all(Array.from({ length: 40 }, () => ask(client, source)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    });

    it('does not slow down a public client', async () => {
      const owner = await service().newCaller();
      const client = await newClient(service(), owner, { isPublic: true });
      const source = newSource();
      const fields = { client_id: client.id, client_secret: wrong, grant_type: 'none' };
      for (let i = 0; i < 6; i++) {
        const { status } = await request(service().url)
          .post('/oauth/token')
          .type('form')
          .set(from(source))
          .send(fields);
        expect(status).toBe(i < 5 ? 401 : refused);
      }
      expect((await ask(client, source)).body.error).toBe('unsupported_grant_type');
    });
  },
  settings,
  someForms,
);

describeService(
  'Guessing with rate limits turned off',
  (service) => {
    it('is not slowed down', async () => {
      const { account } = await service().newCaller();
      const source = newSource();
      for (let i = 0; i < 8; i++) {
        expect((await signIn(service(), account.email, wrong, source)).status).toBe(400);
      }
      expect((await signIn(service(), account.email, password, source)).status).toBe(303);
    });
  },
  { trustProxy: ['loopback'] },
  someForms,
);

describe.each(transports)('Guessing by messages over %s', (_name, transport) => {
  let cluster: MessageNodes;
  let service: TestService;
  beforeAll(async () => {
    cluster = await startNodes(transport, 1, settings);
    [service] = cluster.nodes as [TestService];
  });
  afterAll(() => cluster.close());

  it('is counted together with guesses over HTTP, by the source in the message', async () => {
    const caller = await service.newCaller();
    const source = newSource();
    const guess = (at: string, old_password = wrong) =>
      cluster.ask('accounts.update', {
        access_token: caller.token,
        source: at,
        body: { old_password, new_password: newPassword },
      });
    for (let i = 0; i < 3; i++) expect((await guess(source)).status).toBe(400);
    for (let i = 0; i < 2; i++) {
      expect((await change(service, caller, wrong, source)).status).toBe(400);
    }
    await shut(() => guess(source));
    const answer = await guess(source, password);
    expect([answer.status, answer.body.error]).toEqual([refused, 'rate_limited']);
    expect((await change(service, caller, password, source)).status).toBe(refused);
    expect((await signIn(service, caller.account.email, password, source)).status).toBe(refused);
    expect((await guess(newSource(), password)).status).toBe(200);
  });
});

(redisAvailable() ? describe : describe.skip)('Guessing at two nodes with one Redis', () => {
  let redis: RedisServer;
  let nodes: [TestService, TestService];
  beforeAll(async () => {
    redis = await RedisServer.start();
    const shared = { ...settings, redisUrl: redis.url };
    const first = await startService(shared);
    nodes = [first, await startService({ ...shared, httpAdapter: 'fastify' }, first.databaseUrl)];
  });
  afterAll(async () => {
    await nodes[1].close();
    await nodes[0].close();
    await redis.stop();
  });

  it('is counted across both nodes', async () => {
    const victim = await nodes[0].newCaller();
    const source = newSource();
    const at = (index: number) => nodes[index % 2]!;
    const { email } = victim.account;
    for (let i = 0; i < 5; i++) {
      expect((await signIn(at(i), email, wrong, source)).status).toBe(400);
    }
    await shut(() => signIn(at(0), email, wrong, source));
    const answer = await signIn(at(1), email, password, source);
    expect(answer.status).toBe(refused);
    expect((await signIn(at(1), email, password, newSource())).status).toBe(303);
    await untilReset(answer);
    expect((await signIn(at(0), email, password, source)).status).toBe(303);
    for (let i = 0; i < 4; i++) {
      expect((await signIn(at(i), email, wrong, source)).status).toBe(400);
    }
    expect((await signIn(at(1), email, password, source)).status).toBe(303);
  });

  it('is limited to five checks for fifty concurrent attempts', async () => {
    const victim = await nodes[0].newCaller();
    const source = newSource();
    await expectFive(() =>
      Array.from({ length: 50 }, (_, i) => change(nodes[i % 2]!, victim, wrong, source)),
    );
  });
});

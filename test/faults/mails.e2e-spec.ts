import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { simpleParser } from 'mailparser';
import { Pool } from 'pg';
import type { SMTPServerOptions } from 'smtp-server';
import { hashToken, newAccessToken } from '../../src/principals/access-token.js';
import { newIdentifier } from '../../src/database/identifier.js';
import { migrate } from '../../src/database/migrations.js';
import { EmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.js';
import { PageClient } from '../support/clients/page-client.js';
import { withoutKeptForm } from '../support/clients/page-reader.js';
import { newEmail } from '../support/hosts/service.js';
import { runCli } from '../support/processes/command-line.js';
import { ServiceProcess } from '../support/processes/service-process.js';
import { reply, SmtpServer } from '../support/servers/smtp.js';

/** Number of accounts that request two mails each while nodes are killed. */
const askers = 120;

/** Kills per node. */
const kills = 3;

/** How long the mails of a killed node may wait for another node, with an allowance for busy machines. */
const patienceMs = 120_000;

/** A complete message that the mail server received, acknowledged or not. */
interface Arrival {
  readonly messageId: string;
  readonly to: string;
  /** The path of its link. */
  readonly link: string | undefined;
  /** Which start of a node sent it. */
  readonly life: number;
  readonly begunAt: number;
  /** When it was acknowledged, or its connection ended. */
  endedAt?: number;
  isAcknowledged: boolean;
}

/** The behaviour of the mail server at each step. A rejection is its response. */
interface Mood {
  connect(): Promise<void>;
  recipient(address: string): Promise<void>;
  /** @param cut ends the connection */
  text(address: string, cut: () => void): Promise<void>;
}

interface Person {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

const silence = () => new Promise<never>(() => undefined);

/** Accepts everything with a delay, so that some mails are always in progress. */
const usual: Mood = {
  connect: () => Promise.resolve(),
  recipient: () => Promise.resolve(),
  text: () => delay(20 + Math.random() * 150),
};

/** The mail server of one node, which identifies the sender of each mail. */
class NodeMailServer {
  private readonly begun = new Map<string, { life: number; begunAt: number }>();
  private readonly open = new Map<string, Arrival | undefined>();
  private server!: SmtpServer;
  port = 0;
  mood = usual;
  life = 0;

  constructor(readonly arrivals: Arrival[]) {}

  async start(): Promise<void> {
    this.server = await SmtpServer.start(this.options(), this.port);
    this.port = this.server.port;
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  private options(): SMTPServerOptions {
    return {
      closeTimeout: 1,
      onConnect: ({ id }, done) => {
        this.open.set(id, undefined);
        this.mood.connect().then(() => done(), done);
      },
      onRcptTo: ({ address }, { id }, done) => {
        this.begun.set(id, { life: this.life, begunAt: performance.now() });
        this.mood.recipient(address).then(() => done(), done);
      },
      onData: (stream, { id, envelope }, done) => {
        const to = envelope.rcptTo[0]!.address;
        const received = simpleParser(stream).then(async ({ messageId, text }) => {
          const link = /\/console\/[\w-]+\?token=\w+/.exec(text!)?.[0];
          const { life, begunAt } = this.begun.get(id)!;
          const arrival: Arrival = {
            ...{ messageId: messageId!, to, link, life, begunAt },
            isAcknowledged: false,
          };
          this.arrivals.push(arrival);
          if (this.open.has(id)) this.open.set(id, arrival);
          else arrival.endedAt = performance.now();
          await this.mood.text(to, () => {
            this.open.delete(id);
            this.server.cut(id);
          });
          arrival.isAcknowledged = this.open.has(id);
          arrival.endedAt ??= performance.now();
        });
        received.then(() => done(), done);
      },
      onClose: ({ id }) => {
        const arrival = this.open.get(id);
        this.open.delete(id);
        if (arrival) arrival.endedAt ??= performance.now();
      },
    };
  }
}

class MailNode {
  private process!: ServiceProcess;
  readonly mails: NodeMailServer;
  private static lives = 0;

  private constructor(
    private readonly env: Record<string, string>,
    arrivals: Arrival[],
  ) {
    this.mails = new NodeMailServer(arrivals);
  }

  static async start(env: Record<string, string>, arrivals: Arrival[]): Promise<MailNode> {
    const node = new MailNode(env, arrivals);
    await node.mails.start();
    await node.start();
    return node;
  }

  get url(): string {
    return this.process.url;
  }

  async start(): Promise<void> {
    this.mails.life = ++MailNode.lives;
    const MAIL_URL = `smtp://127.0.0.1:${this.mails.port}?starttls=off`;
    // While a killed node starts again, other programs can take its port: it gets another one.
    this.process = await ServiceProcess.start({ ...this.env, MAIL_URL });
  }

  /** The output of a process that has exited without being killed. */
  get lastOutput(): string | undefined {
    return this.process.isRunning ? undefined : this.process.output;
  }

  async kill(): Promise<void> {
    await this.process.stop('SIGKILL');
  }
}

describe('Mails of two nodes', () => {
  const arrivals: Arrival[] = [];
  let folder: string;
  let postgres: EmbeddedPostgres;
  let pool: Pool;
  let env: Record<string, string>;
  let nodes: MailNode[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nest-accounts-mails-'));
    postgres = await EmbeddedPostgres.start(folder, { settings: { fsync: 'off' } });
    await migrate({ url: postgres.url, schema: 'public' });
    pool = new Pool({ connectionString: postgres.url });
    pool.on('error', () => undefined);
    env = {
      DATABASE_URL: postgres.url,
      SECRET_KEY: 'a secret of thirty-two characters or more',
      MAIL_FROM: 'Accounts <accounts@accounts.example>',
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'accounts.verify=1000/1m,accounts.reset=1000/1m,mails.address=1000/1m',
    };
    nodes = await Promise.all([1, 2].map(() => MailNode.start(env, arrivals)));
    // No node handles this subscription, so it keeps every committed request.
    await pool.query(
      `INSERT INTO event_subscriptions (name, type) VALUES ('witness', 'mail.requested')`,
    );
  }, 60_000);
  afterAll(async () => {
    await ServiceProcess.stopAll();
    await Promise.all(nodes.map(({ mails }) => mails.stop()));
    await pool.end();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await pool.query(`DELETE FROM event_deliveries WHERE subscription = 'witness'`);
    await pool.query('DELETE FROM parked_events');
    arrivals.length = 0;
    be(usual);
  });

  afterEach(() => {
    expect(nodes.map(({ lastOutput }) => lastOutput)).toEqual([undefined, undefined]);
  });

  function be(mood: Partial<Mood>): void {
    for (const { mails } of nodes) mails.mood = { ...usual, ...mood };
  }

  async function getRows<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await pool.query(sql, values)).rows as Row[];
  }

  /** Accounts with an application's own token each; every other one has a verified address. */
  async function newPeople(count: number): Promise<Person[]> {
    const people = Array.from({ length: count }, () => ({
      ...{ id: newIdentifier(), email: newEmail(), token: newAccessToken() },
    }));
    const ids = people.map(({ id }) => id);
    const emails = people.map(({ email }) => email);
    const hashes = people.map(({ token }) => Buffer.from(hashToken(token)));
    await pool.query(
      `INSERT INTO accounts (id, name, email, email_key, language_code, created_at, updated_at, password_hash)
       SELECT id, 'Ada', email, email, 'en', now(), now(), 'hash'
       FROM unnest($1::text[], $2::text[]) AS each (id, email)`,
      [ids, emails],
    );
    await pool.query(
      `INSERT INTO applications (id, owner_id, name, redirect_uris, api_version, created_at, updated_at)
       SELECT id, id, 'Client', '{}', (SELECT max(api_version) FROM applications), now(), now()
       FROM unnest($1::text[]) AS id`,
      [ids],
    );
    await pool.query(
      `INSERT INTO access_tokens (hash, kind, application_id, account_id, scope, created_at)
       SELECT hash, 'application', id, id, '{account:read,account:write}', now()
       FROM unnest($1::text[], $2::bytea[]) AS each (id, hash)`,
      [ids, hashes],
    );
    await pool.query(
      `INSERT INTO verified_emails (account_id, email, email_key, verified_at)
       SELECT id, email, email, now()
       FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS each (id, email, n) WHERE n % 2 = 0`,
      [ids, emails],
    );
    return people;
  }

  async function send(
    { url }: MailNode,
    { token }: Person,
    method: string,
    path: string,
    body?: object,
  ): Promise<number> {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    return response.status;
  }

  const verification = (person: Person, node: MailNode) =>
    send(node, person, 'POST', '/accounts/me/email-verification');
  const reset = (person: Person, node: MailNode) =>
    send(node, person, 'POST', '/password-resets', { email: person.email });

  /** Asks one node after the other until one of them accepts. */
  async function insist(
    person: Person,
    ask: (person: Person, node: MailNode) => Promise<number>,
  ): Promise<void> {
    for (let i = Math.round(Math.random()); ; i++) {
      const status = await ask(person, nodes[i % 2]!).catch((error: unknown) => {
        if (error instanceof TypeError) return 0;
        throw error;
      });
      if (status === 202) return;
      if (status !== 0 && status !== 503) throw new Error(`It was answered with ${status}.`);
      await delay(50);
    }
  }

  async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
    for (const end = Date.now() + patienceMs; !(await holds()); await delay(50)) {
      if (Date.now() > end) throw new Error('It did not come to pass.');
    }
  }

  async function getIds(table: string, subscription: string): Promise<string[]> {
    const sql = `SELECT event_id FROM ${table} WHERE subscription = $1`;
    return (await getRows<{ event_id: string }>(sql, [subscription])).map((row) => row.event_id);
  }

  const unfinished = () => getIds('event_deliveries', 'mail');
  /** Waits until no mail is waiting. PostgreSQL may still be starting. */
  const settled = () =>
    until(() =>
      unfinished().then(
        ({ length }) => length === 0,
        () => false,
      ),
    );

  const to = ({ email }: Person) => arrivals.filter((arrival) => arrival.to === email);

  /** The arrivals of each mail, in their order, by the id of its event. */
  function byMail(): Map<string, Arrival[]> {
    const mails = new Map<string, Arrival[]>();
    for (const arrival of arrivals.toSorted((one, other) => one.begunAt - other.begunAt)) {
      const id = arrival.messageId.slice(1, arrival.messageId.indexOf('@'));
      mails.set(id, [...(mails.get(id) ?? []), arrival]);
    }
    return mails;
  }

  /** Pairs of arrivals of one mail that were in progress at the same moment. */
  const overlaps = () =>
    [...byMail().values()].flatMap((each) =>
      each.slice(1).filter(({ begunAt }, i) => begunAt < each[i]!.endedAt!),
    );

  it('all arrive when nodes are killed, twice only if a node was killed while sending them', async () => {
    const people = await newPeople(askers);
    /** The unsettled mails at each kill, by the life of the node. */
    const left = new Map<number, string[]>();
    const killing = nodes.map(async (node, i) => {
      await delay(500 * i);
      for (let kill = 0; kill < kills; kill++) {
        await delay(1_000);
        const { life } = node.mails;
        await node.kill();
        left.set(life, await unfinished());
        await node.start();
      }
    });
    const work = people.values();
    await Promise.all(
      Array.from({ length: 15 }, async () => {
        for (const person of work) {
          await insist(person, verification);
          await insist(person, reset);
          await delay(800);
        }
      }),
    );
    await Promise.all(killing);
    await settled();

    const mails = byMail();
    const committed = await getIds('event_deliveries', 'witness');
    expect(committed.length).toBeGreaterThanOrEqual(2 * askers);
    expect([...mails.keys()].sort()).toEqual(committed.sort());
    expect(left.size).toBe(2 * kills);
    const twice = [...mails].filter(([, each]) => each.length > 1);
    for (const [id, each] of twice) {
      for (const { life } of each.slice(0, -1)) expect(left.get(life)).toContain(id);
    }
    expect(overlaps()).toEqual([]);
    const lost = arrivals.filter(({ isAcknowledged }) => !isAcknowledged).length;
    console.info(
      `SIGKILL, ${left.size} times: ${mails.size} mails, ${twice.length} of them twice, ` +
        `${lost} of them without a response the first time.`,
    );
  }, 240_000);

  /** The durations of these requests in milliseconds, in ascending order. */
  async function getTimes(people: Person[]): Promise<number[]> {
    const times: number[] = [];
    for (const [i, person] of people.entries()) {
      const began = performance.now();
      await insist(person, i % 4 < 2 ? verification : reset);
      times.push(performance.now() - began);
    }
    return times.sort((one, other) => one - other);
  }

  const acknowledged = () => arrivals.filter(({ isAcknowledged }) => isAcknowledged).length;
  const each = (work: (server: NodeMailServer) => unknown) =>
    Promise.all(nodes.map(({ mails }) => work(mails)));
  const cut: Mood['text'] = (_, end) => Promise.resolve(end());

  /** Temporary faults of the mail server. */
  const faults: { name: string; bring(): unknown; heal?(): unknown }[] = [
    {
      name: 'refuses connections',
      bring: () => each((server) => server.stop()),
      heal: () => each((server) => server.start()),
    },
    { name: 'does not respond', bring: () => be({ connect: silence, recipient: silence }) },
    {
      name: 'replies 421 and 451',
      bring: () =>
        be({
          connect: () => Promise.reject(reply(421, '4.3.2 Not now')),
          recipient: () =>
            Promise.reject(Math.random() < 0.5 ? reply(421, '4.3.2 Not now') : reply(451, '4.3.0')),
        }),
    },
    { name: 'closes connections after the text without a reply', bring: () => be({ text: cut }) },
  ];

  it.each(faults)(
    'all arrive except one refused permanently if the server $name, and requests do not wait for it',
    async ({ name, bring, heal }) => {
      const people = await newPeople(41);
      const refused = people.pop()!;
      const before = await getTimes(people.slice(0, 20));
      await settled();
      await bring();
      await insist(refused, verification);
      const meanwhile = await getTimes(people.slice(20));
      await delay(1_500);
      expect(acknowledged()).toBe(20);
      be({
        recipient: (address) =>
          address === refused.email
            ? Promise.reject(reply(550, '5.1.1 No such mailbox'))
            : Promise.resolve(),
      });
      await heal?.();
      const healedAt = performance.now();
      await settled();

      // If requests waited for the mail server, even the fastest quarter would be slow.
      const [usually, now] = [before[10]!, meanwhile[5]!];
      const mails = byMail();
      console.info(
        `The server ${name}: ${mails.size} mails in ${arrivals.length} arrivals, the last one ` +
          `${Math.round(performance.now() - healedAt)} ms afterwards; requests took ${Math.round(usually)} ms, ` +
          `then ${Math.round(now)} ms.`,
      );
      expect(await getIds('parked_events', 'mail')).toHaveLength(1);
      expect(to(refused).filter(({ isAcknowledged }) => isAcknowledged)).toEqual([]);
      expect(acknowledged()).toBe(40);
      for (const person of people) {
        // Only the last arrival was acknowledged.
        expect(to(person).findIndex(({ isAcknowledged }) => isAcknowledged)).toBe(
          to(person).length - 1,
        );
        expect(new Set(to(person).map(({ messageId }) => messageId)).size).toBe(1);
      }
      expect(overlaps()).toEqual([]);
      expect(now).toBeLessThan(5 * usually);
    },
    180_000,
  );

  it('are sent again with a new link if the response is lost; links work until one resets the password', async () => {
    const [unverified, verified] = (await newPeople(2)) as [Person, Person];
    const left = new Set([unverified.email, verified.email]);
    be({
      text: (address, end) => {
        if (left.delete(address)) end();
        return Promise.resolve();
      },
    });
    await insist(unverified, verification);
    await insist(verified, reset);
    await settled();
    expect(byMail().size).toBe(2);

    const resets = to(verified).map(({ link }) => link!);
    expect(new Set(resets).size).toBe(2);
    const page = new PageClient(nodes[0]!.url);
    for (const link of resets) expect((await page.open(link)).status).toBe(200);
    const { location } = await page.submit('/console/reset-password', {
      new_password: 'bernoulli numbers 7',
    });
    expect(withoutKeptForm(location)).toBe('/console/sign-in');
    for (const link of resets) expect((await page.open(link)).status).toBe(404);

    const verifications = to(unverified).map(({ link }) => link!);
    expect(new Set(verifications).size).toBe(2);
    const password = 'bernoulli numbers 7';
    await pool.query(
      `UPDATE accounts SET password_hash = (SELECT password_hash FROM accounts WHERE id = $1) WHERE id = $2`,
      [verified.id, unverified.id],
    );
    for (const link of verifications) {
      expect((await page.open(link)).status).toBe(200);
      const { location } = await page.submit('/console/verify-email', { password });
      expect(withoutKeptForm(location)).toBe('/console/sign-in');
      expect((await page.open(link)).status).toBe(404);
    }
  }, 60_000);

  it('have no verification or reset link if the account was deleted or its email changed before sending', async () => {
    const people = await newPeople(60);
    const verified = new Set(people.filter((_, i) => i % 2 === 1));
    const atServer = new Set<string>();
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    be({
      recipient: (address) => {
        atServer.add(address);
        return opened;
      },
    });
    await Promise.all(
      people.map(async (person) => {
        await insist(person, verification);
        await insist(person, reset);
      }),
    );
    // One for each connection of both nodes.
    await until(async () => {
      const [claims] = await getRows<{ count: number }>(
        `SELECT count(*)::int AS count FROM event_queues WHERE claim IS NOT NULL AND due_at > now()`,
      );
      return claims!.count === 10 && atServer.size === 10;
    });
    const waiting = people.filter(({ email }) => !atServer.has(email));
    const deleted = waiting.slice(0, waiting.length / 2);
    const changed = waiting.slice(waiting.length / 2);
    for (const [i, person] of deleted.entries()) {
      expect(await send(nodes[i % 2]!, person, 'DELETE', '/accounts/me')).toBe(204);
    }
    for (const [i, person] of changed.entries()) {
      const email = newEmail();
      expect(await send(nodes[i % 2]!, person, 'PUT', '/accounts/me', { email })).toBe(200);
    }
    // A stall longer than the timeout of a connection lets further mails start before the changes.
    const started = new Set(atServer);
    const startedLater = (person: Person) => !started.has(person.email);
    open();
    await settled();
    // A reset mail to an address that now has no account says so, without a link.
    const links = (person: Person) =>
      to(person).flatMap(({ link }) => (link ? [link.replace(/\?.*/, '')] : []));
    expect(people.filter(startedLater).length).toBeGreaterThan(20);
    for (const person of deleted.filter(startedLater)) expect(links(person)).toEqual([]);
    // A reset requested for a replaced verified address mails its restoration link again.
    for (const person of changed.filter(startedLater)) {
      expect([...new Set(links(person))]).toEqual(
        verified.has(person) ? ['/console/restore-email'] : [],
      );
    }
  }, 120_000);

  it('all arrive exactly once when PostgreSQL is killed', async () => {
    const people = await newPeople(80);
    const pidFile = join(folder, 'cluster', 'data', 'postmaster.pid');
    const killing = (async () => {
      for (const count of [25, 60]) {
        await until(() => arrivals.length > count);
        process.kill(Number.parseInt(await readFile(pidFile, 'utf8'), 10), 'SIGKILL');
      }
    })();
    const work = people.values();
    await Promise.all(
      Array.from({ length: 5 }, async () => {
        for (const person of work) {
          await insist(person, verification);
          await insist(person, reset);
          await delay(50);
        }
      }),
    );
    await killing;
    const began = performance.now();
    await settled();
    const mails = byMail();
    const twice = [...mails.values()].filter(({ length }) => length > 1);
    console.info(
      `PostgreSQL, killed twice: ${mails.size} mails, ${twice.length} of them twice; the last ones ` +
        `${Math.round(performance.now() - began)} ms after the last request.`,
    );
    expect([...mails.keys()].sort()).toEqual((await getIds('event_deliveries', 'witness')).sort());
    expect(overlaps()).toEqual([]);
    expect(twice).toEqual([]);
  }, 180_000);

  it('are counted on the command line as waiting or parked, and can be retried there', async () => {
    const json = async (...args: string[]) => {
      const { code, stdout, stderr } = await runCli(env, ['event', ...args, '--json']);
      expect([code, stderr]).toEqual([0, '']);
      return JSON.parse(stdout) as { subscriptions: { name: string }[] };
    };
    const listed = async () =>
      (await json('list')).subscriptions.find(({ name }) => name === 'mail');
    const [refused, deferred] = (await newPeople(2)) as [Person, Person];
    be({
      recipient: (address) =>
        Promise.reject(
          address === refused.email ? reply(550, '5.1.1 Unknown') : reply(451, '4.2.0 Later'),
        ),
    });
    await insist(refused, verification);
    await until(async () => (await getIds('parked_events', 'mail')).length === 1);
    const [id] = await getIds('parked_events', 'mail');
    expect(await listed()).toMatchObject({
      ...{ waiting: 0, parked: 1 },
      last_error: 'the mail server replied 550 5.1.1 to RCPT TO',
    });
    await insist(deferred, verification);
    expect(await listed()).toMatchObject({ waiting: 1, parked: 1 });
    // The pause after the first attempt may end before the command runs, which would then count one mail less.
    const pause = `UPDATE event_queues SET attempts = 8, due_at = now() + INTERVAL '1 minute'
      WHERE subscription = $1 AND claim IS NULL AND last_error LIKE '%451 4.2.0%' RETURNING account_id`;
    await until(async () => (await getRows(pause, ['mail'])).length === 1);
    expect((await runCli(env, ['mail', 'list', '--json'])).stdout).toContain('451 4.2.0');
    be(usual);
    expect(await json('retry', 'mail')).toEqual({ retried: 2 });
    await settled();
    expect(await listed()).toMatchObject({ waiting: 0, parked: 0, last_error: null });
    expect(byMail().get(id!)).toMatchObject([{ to: refused.email }]);
    expect(to(deferred)).toHaveLength(1);
  }, 60_000);
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { simpleParser } from 'mailparser';
import { Pool } from 'pg';
import type { SMTPServerOptions } from 'smtp-server';
import { hashToken, newAccessToken } from '../../src/access/tokens/access-token.js';
import { newIdentifier } from '../../src/database/identifier.js';
import { migrate } from '../../src/database/migrations.js';
import { EmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.js';
import { PageClient } from '../support/clients/page-client.js';
import { newEmail } from '../support/hosts/service.js';
import { freePort, runCli, ServiceProcess } from '../support/processes/service-process.js';
import { reply, SmtpServer } from '../support/servers/smtp.js';

/** How many accounts ask for two mails each while nodes are killed. */
const askers = 150;

/** How long a killed node's mails may wait for another node, with what a busy machine adds to it. */
const patienceMs = 120_000;

/** A text that the mail server received as a whole, whether or not it acknowledged it. */
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

/** What the mail server does at each step; what it throws is its response. */
interface Mood {
  connect(): Promise<void>;
  recipient(address: string): Promise<void>;
  /** @param cut ends the connection */
  text(address: string, cut: () => void): Promise<void>;
}

/** The end of a request whose response is worth waiting for. */
interface Person {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

const silence = () => new Promise<never>(() => undefined);

/** Receives everything, and needs some time for it, so that mails are in progress at every moment. */
const usual: Mood = {
  connect: () => Promise.resolve(),
  recipient: () => Promise.resolve(),
  text: () => delay(20 + Math.random() * 150),
};

/** The mail server of one node, so that it is known which node a mail comes from. */
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
          await this.mood.text(to, () => this.server.cut(id));
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
    const node = new MailNode({ ...env, PORT: String(await freePort()) }, arrivals);
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
    this.process = await ServiceProcess.start({ ...this.env, MAIL_URL });
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
    // What is kept for a subscriber that no node has is every request that was committed.
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
    arrivals.length = 0;
    be(usual);
  });

  function be(mood: Partial<Mood>): void {
    for (const { mails } of nodes) mails.mood = { ...usual, ...mood };
  }

  async function rowsOf<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
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

  const unfinished = async () =>
    (
      await rowsOf<{ event_id: string }>(
        `SELECT event_id FROM event_deliveries WHERE subscription = 'mail'`,
      )
    ).map(({ event_id }) => event_id);
  const settled = () => until(async () => (await unfinished()).length === 0);

  /** The arrivals of each mail, in their order, by the id of its event. */
  function byMail(): Map<string, Arrival[]> {
    const mails = new Map<string, Arrival[]>();
    for (const arrival of arrivals.toSorted((one, other) => one.begunAt - other.begunAt)) {
      const id = arrival.messageId.slice(1, arrival.messageId.indexOf('@'));
      mails.set(id, [...(mails.get(id) ?? []), arrival]);
    }
    return mails;
  }

  const requested = async () =>
    (
      await rowsOf<{ event_id: string }>(
        `SELECT event_id FROM event_deliveries WHERE subscription = 'witness'`,
      )
    ).map(({ event_id }) => event_id);

  /** Pairs of arrivals of one mail that were in progress at the same moment. */
  const overlaps = () =>
    [...byMail().values()].flatMap((each) =>
      each.slice(1).filter(({ begunAt }, i) => begunAt < each[i]!.endedAt!),
    );

  it('all arrive though nodes are killed, twice only where a node was killed while it sent them', async () => {
    const people = await newPeople(askers);
    let isOver = false;
    /** What was not settled when a node was killed, by its life. */
    const left = new Map<number, string[]>();
    const killing = nodes.map(async (node, i) => {
      await delay(500 * i);
      for (;;) {
        await delay(1_000);
        if (isOver) return;
        const { life } = node.mails;
        await node.kill();
        left.set(life, await unfinished());
        await node.start();
      }
    });
    const work = people.values();
    const began = performance.now();
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        for (const person of work) {
          await insist(person, verification);
          await insist(person, reset);
          await delay(400);
        }
      }),
    );
    isOver = true;
    await Promise.all(killing);
    const killedFor = performance.now() - began;
    await settled();

    const mails = byMail();
    const committed = await requested();
    expect(committed.length).toBeGreaterThanOrEqual(2 * askers);
    expect([...mails.keys()].sort()).toEqual(committed.sort());
    expect(left.size).toBeGreaterThan(3);
    const twice = [...mails].filter(([, each]) => each.length > 1);
    for (const [id, each] of twice) {
      for (const { life } of each.slice(0, -1)) expect(left.get(life)).toContain(id);
    }
    expect(overlaps()).toEqual([]);
    const lost = arrivals.filter(({ isAcknowledged }) => !isAcknowledged).length;
    console.info(
      `SIGKILL, ${left.size} times: ${mails.size} mails, ${twice.length} of them twice, ` +
        `${lost} of them without a response the first time; ${killedFor} ${performance.now() - began}`,
    );
  }, 240_000);
});

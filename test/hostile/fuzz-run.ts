import fc from 'fast-check';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '../support/servers/postgres.js';
import { SmtpServer } from '../support/servers/smtp.js';
import { startService, type TestService } from '../support/hosts/service.js';
import { hostileRequest } from './arbitraries/hostile-request.arbitrary.js';
import { malformedMessage } from './arbitraries/malformed-http.arbitrary.js';
import { Attacker } from './attacker.js';
import { commandFor, isMalformed, type Message } from './message.js';
import type { ProbeReport } from '../support/processes/process-probe.js';
import { WatchedProcess } from '../support/processes/watched-process.js';

const message: fc.Arbitrary<Message> = fc.oneof(
  { weight: 30, arbitrary: fc.tuple(hostileRequest) },
  { weight: 1, arbitrary: fc.array(hostileRequest, { minLength: 2, maxLength: 6 }) },
  { weight: 3, arbitrary: malformedMessage },
);

const attackerCount = 16;
/** Concurrent messages from some or all attackers, one from each. */
const volley = fc.array(message, { minLength: 1, maxLength: attackerCount, size: 'max' });
const requestsPerVolley = attackerCount / 2;
/** Each round starts with new attackers, whose accounts are intact. */
const volleysPerRound = 150;
/** Limits the time for shrinking a failure, because each of its requests may time out. */
const roundTimeoutMs = 300_000;

/** Runs the service in a separate process, and sends it hostile messages. */
export class FuzzRun {
  readonly startedAt = Date.now();
  readonly statuses = new Map<string, number>();
  readonly kinds = new Map<string, number>();
  /** The state of the process after each round. */
  readonly reports: ProbeReport[] = [];
  requestCount = 0;

  private constructor(
    private readonly process: WatchedProcess,
    /** Another service on the same database, which creates the accounts. */
    private readonly service: TestService,
    /** The id of an account that belongs to no attacker. */
    private readonly stranger: string,
    private seed: number,
    readonly close: () => Promise<void>,
  ) {}

  static async start(httpAdapter: string, seed: number): Promise<FuzzRun> {
    const database = await createTestDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'nest-accounts-hostile-'));
    const service = await startService({}, database.url);
    const mailServer = await SmtpServer.start();
    const process = await WatchedProcess.start({
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      // If mails were files, the log would contain their links.
      MAIL_URL: `smtp://127.0.0.1:${mailServer.port}?starttls=off`,
      MAIL_FROM: 'accounts@example.com',
      // An IP address does not support passkeys.
      PUBLIC_URL: 'http://localhost:3000',
      SECRET_KEY: 'a secret of thirty-two characters or more',
      RATE_LIMITS: 'off',
      HTTP_ADAPTER: httpAdapter,
    });
    const { account } = await service.newCaller();
    return new FuzzRun(process, service, account.id, seed, async () => {
      await process.stop();
      await mailServer.stop();
      await service.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    });
  }

  /** Sends generated messages with at least this many requests, in two or more rounds. */
  async sendGenerated(count: number, onRound: () => void = () => {}): Promise<void> {
    const volleys = Math.ceil(count / 2 / requestsPerVolley);
    for (const end = this.requestCount + count; this.requestCount < end; this.seed++) {
      await this.round(Math.min(volleys, volleysPerRound));
      onRound();
    }
  }

  newAttacker(): Promise<Attacker> {
    return Attacker.create(this.service, this.process.port, this.stranger);
  }

  /** @throws Error if a response breaks a rule */
  async send(attacker: Attacker, sent: Message): Promise<void> {
    this.requestCount += isMalformed(sent) ? 1 : sent.length;
    for (const kind of getKinds(sent)) count(this.kinds, kind);
    const answers = await attacker.send(sent);
    for (const { status } of answers) count(this.statuses, String(status));
    if (answers.length === 0) count(this.statuses, 'no answer');
  }

  private async round(numRuns: number): Promise<void> {
    const attackers = await Promise.all(
      Array.from({ length: attackerCount }, () => this.newAttacker()),
    );
    const secrets = attackers.flatMap((attacker) => attacker.secrets);
    const result = await fc.check(
      fc.asyncProperty(volley, async (messages) => {
        const failures = await Promise.all(
          messages.map((each, index) =>
            this.send(attackers[index]!, each).catch((error: Error) => [error.message]),
          ),
        );
        this.assertQuiet(
          secrets,
          failures.flat().filter((failure) => failure !== undefined),
        );
      }),
      { seed: this.seed, numRuns, interruptAfterTimeLimit: roundTimeoutMs },
    );
    for (const attacker of attackers) attacker.close();
    if (result.failed) throw new Error(getFailure(result));
    this.reports.push(await this.process.report());
    // Checks the output that follows the last response, too.
    this.assertQuiet(secrets);
  }

  private assertQuiet(secrets: readonly string[], failures: readonly string[] = []): void {
    const violations = this.process.violations(secrets).map((line) => `it wrote ${line}`);
    const all = [...failures, ...violations];
    if (all.length > 0) throw new Error(all.join('\n'));
  }
}

function getKinds(sent: Message): string[] {
  if (isMalformed(sent)) return ['malformed HTTP'];
  const suffix = sent.length > 1 ? ', pipelined' : '';
  return sent.map(({ target }) => {
    const [room = 'another address'] = /^\/(?:api|oauth|console|docs)\b/.exec(target) ?? [];
    return room + suffix;
  });
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Describes the failure, and two ways to reproduce it. */
function getFailure({ seed, counterexample, errorInstance, numShrinks }: any): string {
  const messages: Message[] = counterexample?.[0] ?? [];
  return [
    errorInstance instanceof Error ? errorInstance.message : String(errorInstance),
    `HOSTILE_SEED=${seed} npm run fuzz does it again. After ${numShrinks} simplifications it takes,`,
    'at the same time, and with the values in {} of the sender:',
    ...messages.map(commandFor),
  ].join('\n');
}

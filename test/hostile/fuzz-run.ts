import fc from 'fast-check';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '../support/postgres.js';
import { startService, type TestService } from '../support/service.js';
import { brokenMessage } from './broken-http.arbitrary.js';
import { commandFor, type Exchange } from './exchange.js';
import { hostileRequest } from './hostile-request.arbitrary.js';
import { Visitor } from './visitor.js';
import { WatchedProcess } from './watched.process.js';

const exchange: fc.Arbitrary<Exchange> = fc.oneof(
  { weight: 30, arbitrary: fc.tuple(hostileRequest) },
  { weight: 1, arbitrary: fc.array(hostileRequest, { minLength: 2, maxLength: 6 }) },
  { weight: 3, arbitrary: brokenMessage },
);

/** People who speak at the same time, half of them on average. */
const visitorCount = 16;
/** How many times they speak before others come, whose accounts nobody has damaged yet. */
const turnsOfRound = 150;

/** A service as a process of its own, and all that is said to it. */
export class HostileRun {
  private constructor(
    readonly process: WatchedProcess,
    /** Another one on the same database, which makes accounts. */
    private readonly service: TestService,
    /** The id of an account that nobody here has. */
    private readonly stranger: string,
    private readonly cleanUp: () => Promise<void>,
  ) {}

  /** How many answers had which status; 0 is for what was said without any answer. */
  readonly statuses = new Map<number, number>();
  /** What was sent, in messages, most of which are a request. */
  sent = 0;

  static async start(httpAdapter: string): Promise<HostileRun> {
    const database = await createTestDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'nest-accounts-hostile-'));
    const service = await startService({}, database.url);
    const process = await WatchedProcess.start({
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      SECRET_KEY: 'a secret of thirty-two characters or more',
      RATE_LIMITS: 'off',
      HTTP_ADAPTER: httpAdapter,
    });
    const { account } = await service.newCaller();
    return new HostileRun(process, service, account.id, async () => {
      await process.stop();
      await service.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    });
  }

  /** People say things at random until that many messages were sent. */
  async send(count: number, seed: number): Promise<void> {
    for (const end = this.sent + count; this.sent < end; seed++) {
      const turns = Math.ceil((end - this.sent) / (visitorCount / 2));
      await this.round(seed, Math.min(turns, turnsOfRound));
    }
  }

  /** Somebody new. */
  visitor(): Promise<Visitor> {
    return Visitor.introduce(this.service, this.process.port, this.stranger);
  }

  /** One exchange after the other. */
  async say(visitor: Visitor, said: Exchange): Promise<void> {
    this.sent += 'text' in said ? 1 : said.length;
    const answers = await visitor.say(said);
    for (const { status } of answers) this.count(status);
    if (answers.length === 0) this.count(0);
  }

  close(): Promise<void> {
    return this.cleanUp();
  }

  private async round(seed: number, numRuns: number): Promise<void> {
    const visitors = await Promise.all(Array.from({ length: visitorCount }, () => this.visitor()));
    const secrets = visitors.flatMap((visitor) => visitor.secrets);
    const everybody = fc.array(exchange, { minLength: 1, maxLength: visitorCount, size: 'max' });
    const result = await fc.check(
      fc.asyncProperty(everybody, async (said) => {
        const ends = said.map((each, index) =>
          this.say(visitors[index]!, each).catch((error: Error) => `${index + 1}: ${error.message}`),
        );
        const wrong = (await Promise.all(ends)).filter((end) => end !== undefined);
        const complaints = this.process.complaints(secrets);
        const all = [...wrong, ...complaints.map((line) => `It wrote ${line}`)];
        if (all.length > 0) throw new Error(all.join('\n'));
      }),
      { seed, numRuns },
    );
    for (const visitor of visitors) visitor.leave();
    if (process.env.HOSTILE_REQUESTS) process.stderr.write(`${this.sent} ${Math.round(performance.now())} ${result.numRuns} ${result.numShrinks}\n`);
    if (result.failed) throw new Error(failureOf(result));
  }

  private count(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }
}

/** What to do to see it again. */
function failureOf({ seed, counterexample, errorInstance, numShrinks }: any): string {
  const [said = []] = (counterexample ?? []) as [Exchange[]?];
  return [
    errorInstance instanceof Error ? errorInstance.message : String(errorInstance),
    `Seed: HOSTILE_SEED=${seed}, after ${numShrinks} simplifications, said at the same time`,
    `where {token} and the like stand for what belongs to who says it:`,
    ...said.map(commandFor),
  ].join('\n');
}

import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { newEmail, password, type Caller, type TestRequests } from '../hosts/service.js';

type Kind = 'read' | 'update' | 'create';

/** The pauses of a client. Without them, the load itself would stall a small machine, most of all by hashing. */
const pausesMs: Readonly<Record<Kind, number>> = { read: 50, update: 50, create: 250 };

/** The responses of a period: their counts by status, and the slowest one in milliseconds. */
export interface Answered {
  readonly statuses: Readonly<Record<string, number>>;
  readonly slowestMs: number;
  /** The maximum number of concurrent requests. */
  readonly maxInFlightSeen: number;
  /**
   * The delay in milliseconds that the machine may have added to a measured time. A request involves some ten steps of
   * this and other processes. Each of them may be as late as the latest step of this process.
   */
  readonly delayMs: number;
}

/** Clients at every node that read, update and create accounts until they are stopped. */
export class FaultLoad {
  private statuses: Record<string, number> = {};
  private slowestMs = 0;
  private maxInFlightSeen = 0;
  /** The times of successes since the last failure, by kind of request and node. */
  private readonly successes = new Map<string, number[]>();
  private inFlight = 0;
  private readonly lateness = monitorEventLoopDelay({ resolution: 10 });
  private readonly work: Promise<unknown>;
  private stopped = false;
  /** The emails of accounts whose creation succeeded. */
  readonly created: string[] = [];

  constructor(
    private readonly nodes: readonly TestRequests[],
    private readonly caller: Pick<Caller, 'token'>,
  ) {
    this.lateness.enable();
    const kinds: Kind[] = [...Array<Kind>(6).fill('read'), 'update', 'update', 'create'];
    this.work = Promise.all(
      nodes.flatMap((_, node) => kinds.map((kind) => this.repeat(kind, node))),
    );
  }

  /** Returns the responses since the last call. */
  look(): Answered {
    const { statuses, slowestMs, maxInFlightSeen } = this;
    const delayMs = (10 * this.lateness.max) / 1e6;
    this.lateness.reset();
    this.statuses = {};
    this.slowestMs = 0;
    this.maxInFlightSeen = this.inFlight;
    return { statuses, slowestMs, maxInFlightSeen, delayMs };
  }

  /** Waits for this number of responses with this status. */
  async answered(status: number, times: number): Promise<void> {
    await until(() => (this.statuses[status] ?? 0) >= times);
  }

  /** Waits until all kinds of requests succeed repeatedly. Returns the seconds until each had succeeded once. */
  async recovered(): Promise<number> {
    const began = performance.now();
    for (const name of this.successes.keys()) this.successes.set(name, []);
    await until(() => [...this.successes.values()].every(({ length }) => length >= 3));
    return (Math.max(...[...this.successes.values()].map(([first]) => first!)) - began) / 1_000;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.lateness.disable();
    await this.work;
  }

  private async repeat(kind: Kind, node: number): Promise<void> {
    const name = `${kind} ${node}`;
    this.successes.set(name, []);
    while (!this.stopped) {
      this.maxInFlightSeen = Math.max(this.maxInFlightSeen, ++this.inFlight);
      const asked = performance.now();
      const { status } = await this.ask(kind, this.nodes[node]!);
      const answered = performance.now();
      this.slowestMs = Math.max(this.slowestMs, answered - asked);
      this.inFlight--;
      this.statuses[status] = (this.statuses[status] ?? 0) + 1;
      if (status === 200) this.successes.get(name)!.push(answered);
      else this.successes.set(name, []);
      await delay(pausesMs[kind]);
    }
  }

  private async ask(kind: Kind, node: TestRequests): Promise<{ status: number }> {
    const { caller } = this;
    if (kind === 'read') return node.as(caller, 'get', '/accounts/me');
    if (kind === 'update') return node.update(caller, { name: `Name ${Math.random()}` });
    const email = newEmail();
    // With an idempotency key, the request runs in a transaction.
    const answer = await node
      .create(caller, { email, password })
      .set('Idempotency-Key', randomUUID());
    if (answer.status === 200) this.created.push(email);
    return answer;
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  for (const end = Date.now() + 30_000; !isTrue(); await delay(10)) {
    if (Date.now() > end) throw new Error('It did not happen.');
  }
}

/** The time in milliseconds that a request waits for a connection to the database, or for a statement. */
const stallMs = 1_500;

/**
 * Returns the statuses other than success that the tested operation has caused. While the whole machine stalls for as
 * long as requests wait for the database, some of them receive 503, and the proxy responds with 502 if the only other
 * node reports that it is not ready. Neither is due to the operation.
 *
 * @param slowestMs the duration of the slowest request of the load in the same period
 */
export function failures(
  statuses: Iterable<number | string>,
  { slowestMs }: Pick<Answered, 'slowestMs'>,
  successes: readonly number[] = [200],
): string[] {
  const expected = new Set(
    (slowestMs < stallMs ? successes : [...successes, 502, 503]).map(String),
  );
  return [...new Set([...statuses].map(String))].filter((status) => !expected.has(status));
}

/** Formats the responses for a message. */
export function said({ statuses, slowestMs, maxInFlightSeen }: Answered): string {
  const seconds = (slowestMs / 1_000).toFixed(1);
  return `${JSON.stringify(statuses)} within ${seconds} s, at most ${maxInFlightSeen} in flight`;
}

import { setTimeout as delay } from 'node:timers/promises';
import { newEmail, password, type Caller, type TestService } from './service.js';

type Kind = 'read' | 'update' | 'create';

/** Readers, writers and somebody who signs people up, who ask until they are stopped. */
export class FaultLoad {
  /** How often each status was answered, since the last look. */
  private statuses = new Map<number, number>();
  /** How many times in a row each kind of request has succeeded. */
  private readonly inARow: Record<Kind, number> = { read: 0, update: 0, create: 0 };
  private waiting = 0;
  private readonly work: Promise<unknown>;
  private stopped = false;

  constructor(
    private readonly service: TestService,
    private readonly caller: Caller,
  ) {
    const kinds: Kind[] = [...Array<Kind>(6).fill('read'), 'update', 'update', 'create'];
    this.work = Promise.all(kinds.map((kind) => this.repeat(kind)));
  }

  /** What is on its way now. */
  get inFlight(): number {
    return this.waiting;
  }

  /** What was answered since the last call. */
  look(): Record<number, number> {
    const seen = Object.fromEntries(this.statuses);
    this.statuses = new Map();
    return seen;
  }

  /** Until so many have been answered with this status. */
  async answered(status: number, times: number): Promise<void> {
    await until(() => (this.statuses.get(status) ?? 0) >= times);
  }

  /** Until everything works again, and goes on working. */
  async recovered(): Promise<void> {
    for (const kind of Object.keys(this.inARow) as Kind[]) this.inARow[kind] = 0;
    await until(() => Object.values(this.inARow).every((times) => times >= 3));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.work;
  }

  private async repeat(kind: Kind): Promise<void> {
    while (!this.stopped) {
      this.waiting++;
      const { status } = await this.ask(kind);
      this.waiting--;
      this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
      this.inARow[kind] = status === 200 ? this.inARow[kind] + 1 : 0;
      await delay(20);
    }
  }

  private ask(kind: Kind) {
    const { service, caller } = this;
    if (kind === 'read') return service.as(caller, 'get', '/accounts/me');
    if (kind === 'update') return service.update(caller, { name: `Name ${Math.random()}` });
    return service.create(caller, { email: newEmail(), password });
  }
}

async function until(isTrue: () => boolean): Promise<void> {
  for (const end = Date.now() + 30_000; !isTrue(); await delay(10)) {
    if (Date.now() > end) throw new Error('It did not happen.');
  }
}

import { LastUse, type Use } from './last-use.js';

/** Records writes, or rejects them while PostgreSQL is unreachable. */
class Table {
  readonly batches: (readonly Use[])[] = [];
  isAway = false;

  async write(uses: readonly Use[]): Promise<void> {
    if (this.isAway) throw new Error('connection refused');
    this.batches.push(uses);
  }

  async find(): Promise<Use[]> {
    return [['a', '2026-01-17']];
  }
}

class ThingLastUse extends LastUse {}

describe('LastUse', () => {
  let table: Table;
  let uses: LastUse;
  let now: number;
  /** The scheduled tasks, with their delays in milliseconds. */
  let scheduled: { readonly work: () => void; readonly ms: number | undefined }[];
  beforeEach(() => {
    now = Date.parse('2026-01-18T23:59:00Z');
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    scheduled = [];
    jest.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms?: number) => {
      scheduled.push({ work, ms });
      return { unref: () => scheduled.length };
    }) as never);
    table = new Table();
    uses = new ThingLastUse(table, 'things');
    jest.spyOn(uses['logger'], 'warn').mockImplementation(() => undefined);
  });
  afterEach(() => {
    uses.onApplicationShutdown();
    jest.restoreAllMocks();
  });

  /** Runs the scheduled task after a minute. */
  async function passMinute(): Promise<void> {
    expect(scheduled.map(({ ms }) => ms)).toEqual([60_000]);
    now += 60_000;
    scheduled.pop()!.work();
    await uses['writing'];
  }

  it('writes an application once per UTC day, a minute after its first use', async () => {
    uses.record('a');
    uses.record('a');
    expect(table.batches).toEqual([]);
    await passMinute();
    expect(table.batches).toEqual([[['a', '2026-01-18']]]);
    uses.record('a');
    await passMinute();
    uses.record('a');
    expect(table.batches).toEqual([[['a', '2026-01-18']], [['a', '2026-01-19']]]);
    expect(scheduled).toEqual([]);
  });

  it('writes up to 1,000 applications in one statement', async () => {
    for (let i = 0; i < 1_500; i++) uses.record(`application ${i}`);
    await uses.beforeApplicationShutdown();
    expect(table.batches.map(({ length }) => length)).toEqual([1_000, 500]);
  });

  it('retries a failed write after a minute, without throwing', async () => {
    table.isAway = true;
    uses.record('a');
    await uses.write();
    table.isAway = false;
    await passMinute();
    expect(table.batches).toEqual([[['a', '2026-01-18']]]);
  });

  it('keeps at most 10,000 uses while writes fail, and records others at a later use', async () => {
    table.isAway = true;
    for (let i = 0; i < 30_000; i++) uses.record(`application ${i}`);
    await uses.write();
    table.isAway = false;
    await uses.write();
    expect(table.batches.flat()).toHaveLength(10_000);
    uses.record('application 29999');
    await uses.write();
    expect(table.batches.flat()).toHaveLength(10_001);
  });

  it('reports a use that is not written yet', async () => {
    expect(await uses.lastUsed(['a', 'b'])).toEqual(new Map([['a', '2026-01-17']]));
    uses.record('a');
    uses.record('c');
    expect(await uses.lastUsed(['a', 'b'])).toEqual(new Map([['a', '2026-01-18']]));
  });

  it('does not keep the process alive', () => {
    jest.restoreAllMocks();
    uses.record('a');
    expect(uses['timer']!.hasRef()).toBe(false);
  });
});

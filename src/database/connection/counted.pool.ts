import { Pool, type PoolClient } from 'pg';

type Callback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** A pool that counts what waits for a connection: where none is idle, until one is given back or opened. */
export class CountedPool extends Pool {
  /** How often no idle connection was available, since the start. */
  waits = 0;
  /** How long all of these have waited. */
  waitedMs = 0;

  override connect(): Promise<PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<PoolClient> | void {
    const hasIdle = this.idleCount > this.waitingCount;
    if (hasIdle) return callback ? super.connect(callback) : super.connect();
    const began = performance.now();
    const waited = () => {
      this.waits++;
      this.waitedMs += performance.now() - began;
    };
    if (!callback) return super.connect().finally(waited);
    super.connect((...result) => {
      waited();
      callback(...result);
    });
  }
}

import { Pool, type PoolClient } from 'pg';

type Callback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** Counts waits for a connection: from when no idle one is available until one is released or opened. */
export class CountedPool extends Pool {
  waits = 0;
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

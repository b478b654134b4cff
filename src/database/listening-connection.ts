import { randomUUID } from 'node:crypto';
import { escapeIdentifier, type Client, type Pool } from 'pg';

/** How long after it was sent an answered heartbeat vouches for what was heard. */
const leaseMs = 200;

/** A heartbeat is sent when the last one is older than this, and only when somebody asks. */
const heartbeatMs = 75;

/** What takes longer to open or to answer is broken. */
const deadlineMs = 3_000;

/** What its published type does not know. */
export type ListeningClient = Client & { readonly processID: number | null; unref(): void };

/** What a connection says of itself; after `lost` nothing more. */
export interface ConnectionEvents {
  /** From now on every change is told. */
  opened(): void;
  /** The id of what has changed, or `*`. */
  told(id: string): void;
  lost(reason: Error): void;
}

/**
 * One connection that is told what was committed in a schema, from its opening to its end.
 *
 * PostgreSQL delivers what was committed before a query before it answers that query: so whoever has
 * an answer knows all that was committed when the query was sent.
 */
export class ListeningConnection {
  isOpen = false;
  private isEnded = false;
  /** Since when an answer is waited for, or was before it came: the opening is the first. */
  private sentAt = performance.now();
  private isWaiting = true;
  private knownUntil = -Infinity;

  /**
   * @param client not connected yet
   * @param pool what the changes are written through
   */
  constructor(
    private readonly client: ListeningClient,
    pool: Pool,
    schema: string,
    private readonly events: ConnectionEvents,
  ) {
    client.unref();
    client.on('error', (error) => this.lose(error));
    client.on('end', () => this.lose(new Error('the server ended it')));
    client.on('notification', ({ payload = '*' }) => {
      if (!this.isEnded) events.told(payload);
    });
    this.open(pool, schema).then(
      () => {
        if (this.isEnded) return;
        this.isOpen = true;
        this.isWaiting = false;
        events.opened();
      },
      (error: Error) => this.lose(error),
    );
  }

  /**
   * Whether everything is known that was committed so long ago as the lease lasts. Asks the server
   * again where that gets old, so that it stays so while somebody asks.
   */
  isCurrent(): boolean {
    const now = performance.now();
    if (!this.isWaiting) {
      if (now - this.sentAt > heartbeatMs) this.beat(now);
    } else if (now - this.sentAt > deadlineMs) {
      this.lose(new Error('the server does not answer'));
    }
    return now - this.knownUntil < leaseMs;
  }

  end(): void {
    this.isEnded = true;
    this.isOpen = false;
    this.knownUntil = -Infinity;
    // Not waited for: a server that is silent would hold up whoever does.
    this.client.end().catch(() => undefined);
  }

  private lose(reason: Error): void {
    if (this.isEnded) return;
    this.end();
    this.events.lost(reason);
  }

  private beat(now: number): void {
    this.isWaiting = true;
    this.sentAt = now;
    this.client.query('SELECT 1').then(
      () => {
        this.isWaiting = false;
        if (!this.isEnded) this.knownUntil = now;
      },
      (error: Error) => this.lose(error),
    );
  }

  private async open(pool: Pool, schema: string): Promise<void> {
    const { client } = this;
    await client.connect();
    client.unref(); // Once more: with TLS it has another socket now.
    const { rows } = await client.query<{ pid: number; channel: string; is_told: boolean }>(
      `SELECT set_config('application_name', 'nest-accounts listener', false),
         pg_backend_pid() AS pid,
         'nest_accounts_' || hashtextextended($1::name::text, 0) AS channel,
         to_regproc($2) IS NOT NULL AS is_told`,
      [schema, `${escapeIdentifier(schema)}.tell_principal_changes`],
    );
    const { pid, channel, is_told: isTold } = rows[0]!;
    // A pooler has numbers of its own for its clients.
    if (pid !== client.processID) throw new Error('a pooler stands before it, give a direct URL');
    if (!isTold) throw new Error('its migrations are not all applied');
    await client.query(`LISTEN ${escapeIdentifier(channel)}`);
    await this.prove(pool, channel);
  }

  /** Waits for a message through the pool: an address of another database would never tell anything. */
  private async prove(pool: Pool, channel: string): Promise<void> {
    const proof = randomUUID();
    const heard = new Promise<void>((resolve) =>
      this.client.on('notification', ({ payload }) => {
        if (payload === proof) resolve();
      }),
    );
    await pool.query('SELECT pg_notify($1, $2)', [channel, proof]);
    await heard;
  }
}

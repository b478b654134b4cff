import { Client } from 'pg';

const timeoutMs = 1_500;

/** The values of `target_session_attrs` that select a server which accepts writes. */
const conditions = {
  'read-write': `current_setting('transaction_read_only') = 'off'`,
  primary: 'NOT pg_is_in_recovery()',
} as const;

export type TargetSession = keyof typeof conditions;

export function isTargetSession(text: string): text is TargetSession {
  return Object.hasOwn(conditions, text);
}

/** A host that starts with a slash is the folder of a Unix socket. */
interface Host {
  readonly host: string;
  readonly port: number;
}

/** Finds the server that accepts writes among several, and again after each failover. */
export class DatabaseHosts {
  private known: Host | undefined;
  private searching: Promise<Host> | undefined;

  /** @param urls one URL for each server; they differ only in host and port */
  constructor(
    private readonly urls: readonly string[],
    private readonly target: TargetSession = 'read-write',
  ) {}

  /** Returns the first server that accepts writes. @throws the error of the first server if none does */
  async find(): Promise<Host> {
    if (this.known) return this.known;
    this.searching ??= this.search().finally(() => (this.searching = undefined));
    return this.searching;
  }

  /** @throws Error if the server of this connection does not accept writes */
  async assertFit(client: Client): Promise<void> {
    const { rows } = await client.query<{ isFit: boolean }>(
      `SELECT ${conditions[this.target]} AS "isFit"`,
    );
    // PostgreSQL's code for refusing writes on a standby.
    const code = '25006';
    if (!rows[0]?.isFit) throw Object.assign(new Error('The server accepts no writes'), { code });
  }

  forget(): void {
    this.known = undefined;
  }

  private async search(): Promise<Host> {
    try {
      return (this.known = await Promise.any(this.urls.map((url) => this.ask(url))));
    } catch (error) {
      throw (error as AggregateError).errors[0];
    }
  }

  private async ask(url: string): Promise<Host> {
    const client = new Client({
      connectionString: url,
      application_name: 'nest-accounts hosts',
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    });
    client.on('error', () => undefined); // A lost connection also fails its statement.
    try {
      await client.connect();
      await this.assertFit(client);
      const { host, port } = client;
      return { host, port };
    } finally {
      client.end().catch(() => undefined);
    }
  }
}

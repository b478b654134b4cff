import { Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { migrate } from 'nest-accounts';
import { EmbeddedPostgres } from 'nest-accounts/embedded-postgres';
import { Pool } from 'pg';

/** The only connection pool of this process. The accounts module shares it. */
export class Database implements OnApplicationShutdown {
  private constructor(
    readonly pool: Pool,
    private readonly embedded?: EmbeddedPostgres,
  ) {
    // Without this listener, a broken idle connection would end the process.
    pool.on('error', (error) => {
      // At shutdown, the embedded PostgreSQL may end connections that are closing.
      if (!pool.ending) console.warn(error.message);
    });
  }

  /** Connects to the database of DATABASE_URL, or starts an embedded PostgreSQL from npm. */
  static async open(): Promise<Database> {
    const url = process.env.DATABASE_URL;
    const embedded = url ? undefined : await EmbeddedPostgres.start('.data/postgres');
    // The accounts module sets no timeouts on a host's pool.
    const pool = new Pool({
      connectionString: url ?? embedded!.url,
      connectionTimeoutMillis: 5_000,
      statement_timeout: 5_000,
    });
    await migrate({ pool, schema: 'accounts' });
    await pool.query(`
      CREATE TABLE IF NOT EXISTS entries (
        id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        text      text NOT NULL,
        name      text NOT NULL,
        signed_at timestamptz NOT NULL DEFAULT now()
      )`);
    return new Database(pool, embedded);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
    await this.embedded?.stop();
  }
}

@Global()
@Module({
  providers: [{ provide: Database, useFactory: () => Database.open() }],
  exports: [Database],
})
export class DatabaseModule {}

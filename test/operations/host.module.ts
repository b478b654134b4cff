import { Injectable, Module } from '@nestjs/common';
import { AccountsModule } from '../../src/accounts.module.js';
import type { Account, SqlTransaction } from '../../src/database/records.js';
import { InAccountTransaction } from '../../src/events/in-account-transaction.decorator.js';

@Injectable()
class Customers {
  @InAccountTransaction('created', { tables: ['customers'] })
  async add({ id }: Account, transaction: SqlTransaction): Promise<void> {
    await transaction.query('INSERT INTO customers VALUES ($1)', [id]);
  }
}

/** A host whose hook keeps a row for each account, for the command line. */
@Module({
  imports: [
    AccountsModule.forRootAsync({
      useFactory: () => ({
        database: { url: process.env.HOST_DATABASE_URL! },
        secretKeys: ['a secret of thirty-two characters or more'],
      }),
    }),
  ],
  providers: [Customers],
})
export class AppModule {}

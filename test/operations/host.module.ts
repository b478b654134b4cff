import { Module } from '@nestjs/common';
import { AccountsModule } from '../../src/accounts.module.js';

/** A host whose hook keeps a row for each account, for the command line. */
@Module({
  imports: [
    AccountsModule.forRootAsync({
      useFactory: () => ({
        database: { url: process.env.HOST_DATABASE_URL! },
        secretKeys: ['a secret of thirty-two characters or more'],
        hooks: {
          tables: ['customers'],
          created: ({ id }, transaction) =>
            transaction.query('INSERT INTO customers VALUES ($1)', [id]),
        },
      }),
    }),
  ],
})
export class AppModule {}

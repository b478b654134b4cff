/** A host whose subscribers write each event into a host table, until it is killed. */
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'pg';
import { AccountsModule } from '../../src/accounts.module.js';
import { accountEventTypes, type AccountEvent } from '../../src/events/account-event.js';
import { OnAccountEvent } from '../../src/events/on-account-event.decorator.js';

const url = process.env.DATABASE_URL!;
const pool = new Pool({ connectionString: url, max: 5 });
pool.on('error', () => undefined);

async function write(subscriber: string, { id, type, account_id, revision }: AccountEvent) {
  await pool.query(
    `INSERT INTO taken (subscriber, event_id, type, account_id, revision) VALUES ($1, $2, $3, $4, $5)`,
    [subscriber, id, type, account_id, revision],
  );
}

@Injectable()
class Subscribers {
  @OnAccountEvent('steady', ...accountEventTypes)
  async takeSteadily(event: AccountEvent): Promise<void> {
    await write('steady', event);
  }

  @OnAccountEvent('moody', ...accountEventTypes)
  async takeMoodily(event: AccountEvent): Promise<void> {
    if (Math.random() < 0.02) throw new Error('not now');
    await write('moody', event);
    await delay(Math.random() * 5);
    if (Math.random() < 0.02) throw new Error('too late');
  }

  @OnAccountEvent('poisoned', ...accountEventTypes)
  takePoison(): never {
    throw new Error('never');
  }
}

@Module({
  imports: [
    AccountsModule.forRoot({
      database: { url },
      secretKeys: ['a secret of thirty-two characters or more'],
    }),
  ],
  providers: [Subscribers],
})
class HostModule {}

const app = await NestFactory.createApplicationContext(HostModule, { logger: false });
await app.init();
process.send!('ready');

import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AccountsModule } from '../../src/accounts.module.js';
import { leastOptions } from '../support/hosts/guest.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';

class ScriptModule {}

describe('A script of a host', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  it.each([{}, { deliverEvents: false }])(
    'closes its application as soon as that has started, and no work of it waits for a database that is closed: %j',
    async (options) => {
      const imports = [
        AccountsModule.forRoot({ ...leastOptions({ url: database.url }), ...options }),
      ];
      const root: DynamicModule = { module: ScriptModule, imports };
      const complaints: unknown[] = [];
      const complain = (...complaint: unknown[]) => complaints.push(complaint);
      const logger = { log: () => undefined, warn: complain, error: complain };
      const script = await NestFactory.createApplicationContext(root, { logger });
      await script.close();
      expect(complaints).toEqual([]);
    },
  );
});

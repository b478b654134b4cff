import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AccountsModule } from '../../src/accounts.module.js';
import { leastOptions } from '../support/hosts/guest.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';

class ScriptModule {}

describe('A host script', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  it.each([{}, { deliverEvents: false }])(
    'can close its application right after the start without a warning: %j',
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

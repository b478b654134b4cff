import { Injectable } from '@nestjs/common';
import { DatabaseCheck } from './database-check.js';

/** The result of an indicator of `@nestjs/terminus`. */
export type AccountsHealth<Key extends string = string> = Record<
  Key,
  { status: 'up' } | { status: 'down'; message: string }
>;

/**
 * Reports whether accounts can be served: the database responds, is migrated, and accepts writes. For
 * `HealthCheckService` of `@nestjs/terminus` 11 or newer, or for the host's own probe.
 */
@Injectable()
export class AccountsHealthIndicator {
  constructor(private readonly database: DatabaseCheck) {}

  /** @param key the name in the report. Default: `accounts` */
  async isHealthy<Key extends string = 'accounts'>(
    key = 'accounts' as Key,
  ): Promise<AccountsHealth<Key>> {
    const message = await this.database.findProblem().catch(() => 'The database does not answer.');
    const health = message === undefined ? { status: 'up' } : { status: 'down', message };
    return { [key]: health } as AccountsHealth<Key>;
  }
}

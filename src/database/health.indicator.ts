import { Injectable } from '@nestjs/common';
import { DatabaseCheck } from './database-check.js';

/** What `@nestjs/terminus` takes from an indicator. */
export type AccountsHealth<Key extends string = string> = Record<
  Key,
  { status: 'up' } | { status: 'down'; message: string }
>;

/**
 * Whether the accounts can be served: the database answers, is migrated, and can be written to. For
 * `HealthCheckService` of `@nestjs/terminus` 11 or newer, or for a probe of one's own.
 */
@Injectable()
export class AccountsHealthIndicator {
  constructor(private readonly database: DatabaseCheck) {}

  /** @param key the name under which it is reported. Default: `accounts` */
  async isHealthy<Key extends string = 'accounts'>(
    key = 'accounts' as Key,
  ): Promise<AccountsHealth<Key>> {
    const message = await this.database.problem().catch(() => 'The database does not answer.');
    const health = message === undefined ? { status: 'up' } : { status: 'down', message };
    return { [key]: health } as AccountsHealth<Key>;
  }
}

import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { isDatabaseUnavailable } from '../database/connection/database-failure.js';
import { PrismaService } from '../database/prisma.service.js';
import { AccountHooksError, accountHooksToken, type AccountHooks } from './account.hooks.js';

/** Checks at the start that the hooks of the host can run in the transactions of the accounts. */
@Injectable()
export class AccountHooksCheck implements OnApplicationBootstrap {
  private readonly logger = new Logger(AccountHooksCheck.name);

  constructor(
    private readonly prisma: PrismaService,
    @Inject(accountHooksToken) private readonly hooks: AccountHooks | null,
  ) {}

  /** @throws AccountHooksError naming the tables that the database of the accounts does not have */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.hooks) return;
    try {
      const missing = await this.prisma.queryJson<string>(
        `SELECT to_json(name)::text AS json FROM unnest($1::text[]) AS name
         WHERE to_regclass(name) IS NULL`,
        [this.hooks.tables],
      );
      if (missing.length > 0) throw new AccountHooksError(missing);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      this.logger.warn('The tables of the hooks are not checked: the database does not answer.');
    }
  }
}

import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { isDatabaseUnavailable } from '../database/connection/database-failure.js';
import { PrismaService } from '../database/prisma.service.js';
import { AccountHooksError, accountHooksToken, type AccountHooks } from './account.hooks.js';

@Injectable()
export class AccountHooksCheck implements OnApplicationBootstrap {
  private readonly logger = new Logger(AccountHooksCheck.name);

  constructor(
    private readonly prisma: PrismaService,
    @Inject(accountHooksToken) private readonly hooks: AccountHooks | null,
  ) {}

  /** @throws AccountHooksError naming the tables that the accounts database lacks */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.hooks) return;
    try {
      const missing = await this.prisma.queryJson<string>(
        `SELECT to_json(name)::text AS json FROM unnest($1::text[]) AS name WHERE NOT EXISTS (
          SELECT FROM pg_class WHERE oid = to_regclass(name) AND relkind = ANY ('{r,p,v,f}')
        )`,
        [this.hooks.tables],
      );
      if (missing.length > 0) throw new AccountHooksError(missing);
    } catch (error) {
      if (error instanceof AccountHooksError) throw error;
      // PostgreSQL rejects a name, such as one with too many dots.
      if (!isDatabaseUnavailable(error)) throw new AccountHooksError(this.hooks.tables, error);
      this.logger.warn('The tables of the hooks are not checked: the database does not answer.');
    }
  }
}

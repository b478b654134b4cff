import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { PrismaService } from '../database/prisma.service.js';
import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../database/connection/database-failure.js';
import type { Account, SqlTransaction } from '../database/records.js';
import { UnavailableError } from '../errors/error-registry.js';
import { markHostError } from '../errors/host-error.js';

/**
 * Functions of a host that are called **in the transaction** of every change. An error rolls the change back, and is
 * thrown to the caller. Hooks hold the locks of the change, so each has three seconds. A hook may be called again for
 * the same change, in another transaction, after the first one was rolled back.
 */
export interface AccountHooks {
  /** The tables of the host that the functions use, at least one. The application does not start without them. */
  tables: readonly [string, ...string[]];
  /** Called after an account was created. */
  created?(account: Account, transaction: SqlTransaction): unknown;
  /** Called after members of an account or its password were changed, with the changed account. */
  updated?(account: Account, transaction: SqlTransaction): unknown;
  /** Called before an account is deleted, with the account as it was. */
  deleted?(account: Account, transaction: SqlTransaction): unknown;
}

export type HookName = Exclude<keyof AccountHooks, 'tables'>;

export const hookNames: readonly string[] = [
  'created',
  'updated',
  'deleted',
] satisfies readonly HookName[];

export const accountHooksToken = Symbol('ACCOUNTS_HOOKS');

/** How long a hook may take. The timeout of the transaction is slightly longer. */
const hookMs = 3_000;

/** @throws UnavailableError after three seconds, or any error of the hook, marked as an error of the host */
export async function callHook(
  hooks: AccountHooks,
  name: HookName,
  account: Account,
  transaction: SqlTransaction,
): Promise<void> {
  if (!hooks[name]) return;
  let isOver = false;
  const whileCalled: SqlTransaction = {
    async query(sql, values) {
      if (isOver) throw new UnavailableError();
      return transaction.query(sql, values);
    },
  };
  const timer = new AbortController();
  try {
    await Promise.race([
      hooks[name](account, whileCalled),
      delay(hookMs, undefined, { signal: timer.signal }).then(() => {
        throw new UnavailableError();
      }),
    ]);
    // If a hook caught an error of its SQL, PostgreSQL would silently roll back at COMMIT. This query fails instead.
    await transaction.query('SELECT 1');
  } catch (error) {
    if (!isDatabaseUnavailable(error) && !(error instanceof UnavailableError)) markHostError(error);
    throw error;
  } finally {
    isOver = true;
    timer.abort();
  }
}

/** The hooks use tables that the accounts database lacks. The application does not start. */
export class AccountHooksError extends Error {
  override readonly name = 'AccountHooksError';

  constructor(tables: readonly string[], cause?: unknown) {
    super(
      `The hooks use ${tables.join(', ')}, which the database of the accounts does not have: they run in its ` +
        'transactions. For tables of another database use @OnAccountEvent().',
      { cause },
    );
  }
}

@Injectable()
export class AccountHooksCheck implements OnApplicationBootstrap {
  private readonly logger = new Logger(AccountHooksCheck.name);

  constructor(
    private readonly prisma: PrismaService,
    @Inject(accountHooksToken) private readonly hooks: AccountHooks | null,
  ) {}

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

import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { setTimeout as delay } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../database/connection/database-failure.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Account, SqlTransaction } from '../database/records.js';
import { UnavailableError } from '../errors/error-registry.js';
import { markHostError } from '../errors/host-error.js';
import { findDecoratedMethods, type DecoratedMethod } from './decorated-methods.js';
import {
  accountHookDeclarations,
  type AccountHookDeclaration,
  type AccountHookName,
} from './in-account-transaction.decorator.js';
import { mountToken, type Mount } from './mount.js';

/** How long the hooks of a change may take. The timeout of the transaction is slightly longer. */
const hooksMs = 3_000;

/** A hook cannot run in the transactions of the accounts, so the application does not start. */
export class AccountHooksError extends Error {
  override readonly name = 'AccountHooksError';

  /** Describes missing tables, with the error of PostgreSQL, if any. */
  static forTables(tables: readonly string[], cause?: unknown): AccountHooksError {
    return new AccountHooksError(
      `The hooks use ${tables.join(', ')}, which the database of the accounts does not have: they run in its ` +
        'transactions. For tables of another database use @OnAccountEvent().',
      { cause },
    );
  }
}

const inAccountTransaction = {
  name: '@InAccountTransaction()',
  read: accountHookDeclarations,
  toError: (message: string) => new AccountHooksError(message),
};

/** The methods with `@InAccountTransaction()`. */
@Injectable()
export class AccountHooks implements OnModuleInit, OnApplicationBootstrap {
  private readonly logger = new Logger(AccountHooks.name);
  private hooks: readonly DecoratedMethod<AccountHookDeclaration>[] | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly prisma: PrismaService,
    @Inject(mountToken) private readonly mount: Mount,
  ) {}

  onModuleInit(): void {
    this.hooks = this.findAll();
  }

  async onApplicationBootstrap(): Promise<void> {
    const tables = [...new Set(this.hooks!.flatMap(({ declaration }) => declaration.tables))];
    if (tables.length === 0) return;
    try {
      const missing = await this.prisma.queryJson<string>(
        `SELECT to_json(name)::text AS json FROM unnest($1::text[]) AS name WHERE NOT EXISTS (
          SELECT FROM pg_class WHERE oid = to_regclass(name) AND relkind = ANY ('{r,p,v,f}')
        )`,
        [tables],
      );
      if (missing.length > 0) throw AccountHooksError.forTables(missing);
    } catch (error) {
      if (error instanceof AccountHooksError) throw error;
      // PostgreSQL rejects a name, such as one with too many dots.
      if (!isDatabaseUnavailable(error)) throw AccountHooksError.forTables(tables, error);
      this.logger.warn('The tables of the hooks are not checked: the database does not answer.');
    }
  }

  has(name: AccountHookName): boolean {
    return this.list(name).length > 0;
  }

  /** @throws UnavailableError after three seconds, or any error of a hook, marked as an error of the host */
  async call(name: AccountHookName, account: Account, transaction: SqlTransaction): Promise<void> {
    const hooks = this.list(name);
    if (hooks.length === 0) return;
    let isOver = false;
    const whileCalled: SqlTransaction = {
      async query(sql, values) {
        if (isOver) throw new UnavailableError();
        return transaction.query(sql, values);
      },
    };
    const callAll = async () => {
      for (const hook of hooks) {
        if (!isOver) await hook.call(account, whileCalled);
      }
    };
    const timer = new AbortController();
    try {
      await Promise.race([
        callAll(),
        delay(hooksMs, undefined, { signal: timer.signal }).then(() => {
          throw new UnavailableError();
        }),
      ]);
      // If a hook caught an error of its SQL, PostgreSQL would silently roll back at COMMIT. This query fails instead.
      await transaction.query('SELECT 1');
    } catch (error) {
      if (!isDatabaseUnavailable(error) && !(error instanceof UnavailableError))
        markHostError(error);
      throw error;
    } finally {
      isOver = true;
      timer.abort();
    }
  }

  private list(name: AccountHookName): readonly DecoratedMethod<AccountHookDeclaration>[] {
    // Another module may change accounts before this one has been initialized.
    const hooks = this.hooks ?? this.findAll();
    return hooks.filter(({ declaration }) => declaration.hook === name);
  }

  private findAll(): DecoratedMethod<AccountHookDeclaration>[] {
    const hooks = findDecoratedMethods(inAccountTransaction, this.discovery, this.mount);
    const without = hooks.find(({ declaration: { tables } }) => tables.length === 0);
    if (without) throw new AccountHooksError(`The hook ${without.title} must name tables.`);
    return hooks;
  }
}

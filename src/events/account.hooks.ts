import { isDatabaseUnavailable } from '../database/connection/database-failure.js';
import type { Account, SqlTransaction } from '../database/records.js';
import { markAsOfHost } from '../errors/host-error.js';

/**
 * Functions of a host that are called **in the transaction** of a change, whichever way it is made: by HTTP, a
 * message, the console, the command line or code. An error of a function rolls the change back, and is
 * thrown to the caller.
 *
 * They delay the change, and hold its locks: each has about three seconds. One may be called again for the same
 * change, in another transaction, after the first was rolled back.
 */
export interface AccountHooks {
  /**
   * The tables of the host that the functions use, at least one. Where the database of the accounts has not
   * all of them, the application does not start.
   */
  tables: readonly [string, ...string[]];
  /** Called after an account was created. */
  created?(account: Account, transaction: SqlTransaction): unknown;
  /** Called after members of an account or its password were changed, with the account as it is now. */
  updated?(account: Account, transaction: SqlTransaction): unknown;
  /** Called before an account is deleted, with the account as it was. */
  deleted?(account: Account, transaction: SqlTransaction): unknown;
}

/** The changes that have a hook. */
export type HookName = Exclude<keyof AccountHooks, 'tables'>;

export const hookNames: readonly string[] = [
  'created',
  'updated',
  'deleted',
] satisfies readonly HookName[];

/** The token of the hooks that the options of the module name; null without. */
export const accountHooksToken = Symbol('ACCOUNTS_HOOKS');

/** Calls a hook. @throws what it throws, marked as an error of the host */
export async function callHook(
  hooks: AccountHooks,
  name: HookName,
  account: Account,
  transaction: SqlTransaction,
): Promise<void> {
  if (!hooks[name]) return;
  try {
    await hooks[name](account, transaction);
    // A hook that catches an error of its SQL leaves a transaction that PostgreSQL would roll back at COMMIT,
    // without an error.
    await transaction.query('SELECT 1');
  } catch (error) {
    if (!isDatabaseUnavailable(error)) markAsOfHost(error);
    throw error;
  }
}

/** The hooks use tables that the database of the accounts does not have; the application does not start. */
export class AccountHooksError extends Error {
  override readonly name = 'AccountHooksError';

  constructor(tables: readonly string[]) {
    super(
      `The hooks use ${tables.join(', ')}, which the database of the accounts does not have: they run in its ` +
        'transactions. For tables of another database use @OnAccountEvent().',
    );
  }
}

import type { Account, SqlTransaction } from '../database/records.js';
import { anything, assertOptions, rule } from '../options/option-rules.js';
import { assertInstanceMethod } from './instance-method.js';

const hookMetadata = 'nest-accounts:hook';

/**
 * When a hook is called: after an account was `created`; after members of an account or its password were `updated`,
 * with the changed account; before an account is `deleted`, with the account as it was.
 */
export type AccountHookName = (typeof hookNames)[number];

const hookNames = ['created', 'updated', 'deleted'] as const;

/** The options of {@link InAccountTransaction}. */
export interface InAccountTransactionOptions {
  /** The tables of the host that the method uses, at least one. The application does not start without them. */
  readonly tables: readonly [string, ...string[]];
  /** The name of the mount whose changes call the method. Default: all mounts of the application. */
  readonly mount?: string | undefined;
}

const tables = rule<readonly string[]>('must list the names of tables', (names) =>
  names.every((name) => typeof name === 'string'),
);

export interface AccountHookDeclaration extends InAccountTransactionOptions {
  readonly hook: AccountHookName;
}

/** Decorates a method that receives an account and the transaction of its change. */
export type AccountHookDecorator = <
  Hook extends (account: Account, transaction: SqlTransaction) => unknown,
>(
  target: object,
  method: string | symbol,
  descriptor: TypedPropertyDescriptor<Hook>,
) => void;

/**
 * Calls a method of a provider **in the transaction** of every change of this kind. An error rolls the change back, and
 * is thrown to the caller. The hooks of a change hold its locks, so all of them together have three seconds. A hook may
 * be called again for the same change, in another transaction, after the first one was rolled back. A method may have
 * several of these decorators.
 */
export function InAccountTransaction(
  hook: AccountHookName,
  options: InAccountTransactionOptions,
): AccountHookDecorator {
  if (!hookNames.includes(hook)) {
    throw new TypeError('@InAccountTransaction() must name created, updated or deleted.');
  }
  assertOptions(options, { tables, mount: anything }, '@InAccountTransaction()');
  return (target, method, { value }) => {
    assertInstanceMethod('@InAccountTransaction()', target, method);
    const declarations = [...accountHookDeclarations(value as object), { ...options, hook }];
    Reflect.defineMetadata(hookMetadata, declarations, value as object);
  };
}

export function accountHookDeclarations(method: object): readonly AccountHookDeclaration[] {
  return Reflect.getMetadata(hookMetadata, method) ?? [];
}

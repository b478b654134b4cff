import { Injectable } from '@nestjs/common';
import { AuditEventsRepository } from '../../audit/audit-events.repository.js';
import { lockAccount, type Proof } from '../account-lock.js';
import { PrismaService } from '../../database/prisma.service.js';
import type {
  AuditEvent,
  AuthenticatorApp,
  Bytes,
  SqlTransaction,
  Transaction,
} from '../../database/records.js';
import type { SealedColumnOptions } from '../../database/sealed-column.js';
import { SecondFactorMandatoryError } from '../../errors/error-registry.js';
import { appContext } from './app-context.js';

export const sealedAuthenticatorApps: SealedColumnOptions = {
  table: 'authenticator_apps',
  key: ['account_id'],
  owner: `'${appContext('')}' || account_id`,
  column: 'sealed',
};

/** From when on a row of `authenticator_apps` or `passkeys` is trusted, in SQL. */
const trustedSince = `LEAST(trusted_since, created_at + INTERVAL '7 days')`;

/** The factors of an account, as its owner sees them. */
export interface FactorsStatus {
  /** Whether there is an authenticator app. */
  readonly hasApp: boolean;
  /** How many passkeys there are. */
  readonly passkeys: number;
  /** How many recovery codes are left. */
  readonly recoveryCodes: number;
}

@Injectable()
export class FactorsRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly auditEvents: AuditEventsRepository,
  ) {}

  find(accountId: string): Promise<AuthenticatorApp | null> {
    return this.prisma.authenticatorApp.findUnique({ where: { accountId } });
  }

  /** @param client the transaction to read in. Default: none */
  async hasFactor(accountId: string, client: Transaction = this.prisma): Promise<boolean> {
    const where = { accountId };
    if ((await client.authenticatorApp.count({ where })) > 0) return true;
    return (await client.passkey.count({ where })) > 0;
  }

  async status(accountId: string): Promise<FactorsStatus> {
    const count = async (table: string) =>
      `(SELECT count(*) FROM ${await this.prisma.table(table)} WHERE account_id = $1)`;
    const [status] = await this.prisma.queryJson<FactorsStatus>(
      `SELECT json_build_object(
         'hasApp', ${await count('authenticator_apps')} > 0,
         'passkeys', ${await count('passkeys')},
         'recoveryCodes', ${await count('recovery_codes')})::text AS json`,
      [accountId],
    );
    return status!;
  }

  /**
   * Adds an app, and recovery codes where it is the first factor.
   *
   * @param isFirst whether the account must have no factor
   * @returns undefined where it was not added: there is an app or such a factor, or the password is no longer of this generation
   */
  add(
    app: AuthenticatorApp,
    hashes: readonly Bytes[],
    { proof, isFirst }: { readonly proof: Proof; readonly isFirst: boolean },
    events: readonly AuditEvent[],
  ): Promise<{ isFirstFactor: boolean } | undefined> {
    const { accountId } = app;
    return this.auditEvents.changeInTransaction(events, async (transaction) => {
      if (!(await lockAccount(this.prisma, transaction, accountId, proof))) return undefined;
      const isFirstFactor = !(await this.hasFactor(accountId, transaction));
      if (isFirst && !isFirstFactor) return undefined;
      const trustedSince = await this.inheritedTrust(accountId, transaction);
      await this.endRemoval(transaction, accountId);
      const { count } = await transaction.authenticatorApp.createMany({
        data: { ...app, trustedSince },
        skipDuplicates: true,
      });
      if (count === 0) return undefined;
      if (isFirstFactor) await this.replaceCodes(transaction, accountId, hashes);
      return { isFirstFactor };
    });
  }

  /** Replaces the app of an account. Returns whether there was one, and the password is of this generation. */
  replace(
    { accountId, ...app }: AuthenticatorApp,
    proof: Proof,
    events: readonly AuditEvent[],
  ): Promise<boolean> {
    return this.auditEvents.changeInTransaction(events, async (transaction) => {
      if (!(await lockAccount(this.prisma, transaction, accountId, proof))) return false;
      const where = { accountId };
      await this.endRemoval(transaction, accountId);
      const trustedSince = await this.inheritedTrust(accountId, transaction);
      const data = { ...app, trustedSince };
      return (await transaction.authenticatorApp.updateMany({ where, data })).count > 0;
    });
  }

  /** Whether there is a token that can change the account: of an application of its owner, or granted. */
  async hasWriteAccess(accountId: string): Promise<boolean> {
    const own = { accountId, kind: 'application' } as const;
    if (await this.prisma.accessToken.findFirst({ where: own, select: { kind: true } }))
      return true;
    const granted = { accountId, scope: { has: 'account:write' } };
    return (await this.prisma.grant.findFirst({ where: granted, select: { id: true } })) !== null;
  }

  /** Replaces the recovery codes of an account. Returns whether it has a factor, and the password is of this generation. */
  replaceRecoveryCodes(
    accountId: string,
    hashes: readonly Bytes[],
    proof: Proof,
    events: readonly AuditEvent[],
  ): Promise<boolean> {
    return this.auditEvents.changeInTransaction(events, async (transaction) => {
      if (!(await lockAccount(this.prisma, transaction, accountId, proof))) return false;
      if (!(await this.hasFactor(accountId, transaction))) return false;
      await this.endRemoval(transaction, accountId);
      await this.replaceCodes(transaction, accountId, hashes);
      return true;
    });
  }

  /** Replaces the recovery codes, in the transaction of the caller. */
  async replaceCodes(
    transaction: Transaction,
    accountId: string,
    hashes: readonly Bytes[],
  ): Promise<void> {
    const createdAt = new Date();
    await transaction.recoveryCode.deleteMany({ where: { accountId } });
    await transaction.recoveryCode.createMany({
      data: hashes.map((hash) => ({ accountId, hash, createdAt })),
    });
  }

  /** Uses the code of a time step. Returns whether it was not used before, nor a later one, on any node. */
  useStep(accountId: string, step: number, events: readonly AuditEvent[]): Promise<boolean> {
    return this.use(accountId, events, async (transaction) => {
      const where = { accountId, lastStep: { lt: BigInt(step) } };
      const data = { lastStep: BigInt(step) };
      return (await transaction.authenticatorApp.updateMany({ where, data })).count > 0;
    });
  }

  /**
   * Uses a factor, which ends the removal that an operator was asked for: it is not lost.
   *
   * @param change returns whether the factor could be used
   */
  use(
    accountId: string,
    events: readonly AuditEvent[],
    change: (transaction: Transaction) => Promise<boolean>,
  ): Promise<boolean> {
    return this.auditEvents.changeInTransaction(events, async (transaction) => {
      if (!(await lockAccount(this.prisma, transaction, accountId))) return false;
      if (!(await change(transaction))) return false;
      await this.endRemoval(transaction, accountId);
      return true;
    });
  }

  /** Ends the removal of the factors, in the transaction of the caller, who has locked the account. */
  async endRemoval(transaction: Transaction, accountId: string): Promise<void> {
    await transaction.factorRemoval.deleteMany({ where: { accountId } });
  }

  /** Uses a recovery code. Returns whether the account had it. */
  useRecoveryCode(accountId: string, hash: Bytes, events: readonly AuditEvent[]): Promise<boolean> {
    return this.use(accountId, events, async (transaction) => {
      const where = { accountId, hash };
      return (await transaction.recoveryCode.deleteMany({ where })).count > 0;
    });
  }

  /** Removes the app, with the recovery codes where it is the last factor. Returns whether there was one. */
  remove(
    accountId: string,
    isMandatory: boolean,
    proof: Proof,
    events: readonly AuditEvent[],
  ): Promise<boolean> {
    return this.auditEvents.changeInTransaction(events, async (transaction) => {
      if (!(await lockAccount(this.prisma, transaction, accountId, proof))) return false;
      const { count } = await transaction.authenticatorApp.deleteMany({ where: { accountId } });
      if (count > 0) {
        await this.endRemoval(transaction, accountId);
        await this.removeUnusedCodes(accountId, isMandatory, transaction);
      }
      return count > 0;
    });
  }

  /**
   * Removes the recovery codes of an account without a factor, in the transaction of the caller.
   *
   * @throws SecondFactorMandatoryError where the account must have one
   */
  async removeUnusedCodes(
    accountId: string,
    isMandatory: boolean,
    transaction: Transaction,
  ): Promise<void> {
    if (await this.hasFactor(accountId, transaction)) return;
    if (isMandatory) throw new SecondFactorMandatoryError();
    await transaction.recoveryCode.deleteMany({ where: { accountId } });
  }

  /**
   * From when on a factor that is added now is trusted: as the factors that the account has, one of which has confirmed
   * it. Null for the first one, which is trusted seven days later.
   */
  async inheritedTrust(accountId: string, transaction: Transaction): Promise<Date | null> {
    const [trusted] = await this.prisma.queryJson<string | null>(
      `SELECT to_json(min(trusted))::text AS json FROM (${await this.trustedRows()}) AS factors`,
      [accountId],
      transaction,
    );
    return trusted ? new Date(trusted) : null;
  }

  /** Whether the account has a trusted factor. */
  async hasTrusted(accountId: string): Promise<boolean> {
    const trusted = await this.prisma.queryJson(
      `SELECT '1' AS json FROM (${await this.trustedRows()}) AS factors WHERE trusted <= now() LIMIT 1`,
      [accountId],
    );
    return trusted.length > 0;
  }

  private async trustedRows(): Promise<string> {
    const tables = ['authenticator_apps', 'passkeys'].map((name) => this.prisma.table(name));
    const rows = (await Promise.all(tables)).map(
      (table) => `SELECT ${trustedSince} AS trusted FROM ${table} WHERE account_id = $1`,
    );
    return rows.join(' UNION ALL ');
  }

  /**
   * Removes the factors that were added after a moment and are not trusted, recovery codes that were made after it, and
   * any removal that was asked for, in the transaction of the caller.
   */
  async removeUntrustedSince(
    transaction: SqlTransaction,
    accountId: string,
    since: Date,
  ): Promise<void> {
    const added = `created_at >= $2::timestamptz`;
    const untrusted = `${added} AND ${trustedSince} > now()`;
    const conditions = {
      authenticator_apps: untrusted,
      passkeys: untrusted,
      recovery_codes: added,
      factor_removals: '$2::timestamptz IS NOT NULL',
    };
    for (const [table, condition] of Object.entries(conditions)) {
      await this.prisma.queryJson(
        `DELETE FROM ${await this.prisma.table(table)}
         WHERE account_id = $1 AND ${condition} RETURNING '1' AS json`,
        [accountId, since.toISOString()],
        transaction,
      );
    }
  }

  /** Removes everything of the second factor of an account, in the transaction of the caller. */
  async removeAll(transaction: SqlTransaction, accountId: string): Promise<void> {
    const tables = ['authenticator_apps', 'passkeys', 'passkey_owners', 'recovery_codes'];
    for (const table of [...tables, 'factor_removals']) {
      await this.prisma.queryJson(
        `DELETE FROM ${await this.prisma.table(table)} WHERE account_id = $1 RETURNING '1' AS json`,
        [accountId],
        transaction,
      );
    }
  }
}

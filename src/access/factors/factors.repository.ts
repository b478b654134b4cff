import { Injectable } from '@nestjs/common';
import type { Change } from '../../changes/change.js';
import { PrismaService } from '../../database/prisma.service.js';
import type { AuthenticatorApp, Bytes, Transaction } from '../../database/records.js';
import type { SealedColumnOptions } from '../../database/sealed-column.js';
import { SecondFactorMandatoryError } from '../../errors/error-registry.js';
import { appContext } from './app-context.js';
import { hasFactor } from '../has-factor.js';

export const sealedAuthenticatorApps: SealedColumnOptions = {
  table: 'authenticator_apps',
  key: ['account_id'],
  owner: `'${appContext('')}' || account_id`,
  column: 'sealed',
};

/** How long a factor is not trusted that no trusted one has confirmed. */
const untrustedMs = 7 * 24 * 60 * 60_000;

/** An app as it is added: the change sets the time and the trust. */
export type NewAuthenticatorApp = Omit<AuthenticatorApp, 'createdAt' | 'trustedSince'>;

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
  constructor(private readonly prisma: PrismaService) {}

  find(accountId: string): Promise<AuthenticatorApp | null> {
    return this.prisma.authenticatorApp.findUnique({ where: { accountId } });
  }

  /** @param client the transaction to read in. Default: none */
  hasFactor(accountId: string, client?: Transaction): Promise<boolean> {
    return hasFactor(this.prisma, accountId, client);
  }

  async status(accountId: string): Promise<FactorsStatus> {
    const where = { accountId };
    const [apps, passkeys, recoveryCodes] = await Promise.all([
      this.prisma.authenticatorApp.count({ where }),
      this.prisma.passkey.count({ where }),
      this.prisma.recoveryCode.count({ where }),
    ]);
    return { hasApp: apps > 0, passkeys, recoveryCodes };
  }

  /**
   * Adds an app, and recovery codes where it is the first factor.
   *
   * @param isFirst whether the account must have no factor
   * @returns undefined where it was not added: there is an app or such a factor
   */
  async add(
    change: Change,
    app: NewAuthenticatorApp,
    hashes: readonly Bytes[],
    isFirst: boolean,
  ): Promise<{ isFirstFactor: boolean } | undefined> {
    const { accountId } = app;
    const isFirstFactor = !(await this.hasFactor(accountId, change.models));
    if (isFirst && !isFirstFactor) return undefined;
    const trustedSince = await this.inheritedTrust(change, accountId);
    const createdAt = await this.now(change);
    const { count } = await change.models.authenticatorApp.createMany({
      data: { ...app, createdAt, trustedSince },
      skipDuplicates: true,
    });
    if (count === 0) return undefined;
    this.announce(change, 'factor-added', accountId, app.id);
    await this.endRemoval(change, accountId);
    if (isFirstFactor) await this.replaceCodes(change, accountId, hashes);
    return { isFirstFactor };
  }

  /** Replaces the app of an account. Returns whether there was one. */
  async replace(change: Change, { accountId, ...app }: NewAuthenticatorApp): Promise<boolean> {
    const trustedSince = await this.inheritedTrust(change, accountId);
    const createdAt = await this.now(change);
    const { count } = await change.models.authenticatorApp.updateMany({
      where: { accountId },
      data: { ...app, createdAt, trustedSince },
    });
    if (count === 0) return false;
    this.announce(change, 'factor-added', accountId, app.id);
    await this.endRemoval(change, accountId);
    return true;
  }

  /** The time of a change by the clock of the database, which triggers compare it with. */
  now({ models }: Change): Promise<Date> {
    return this.prisma.now(models);
  }

  /** Has the owner told of a new factor, at the present address and at the one that can remove it. */
  announce(
    change: Change,
    kind: 'factor-added' | 'passkey-added',
    accountId: string,
    factor: string,
  ): void {
    change.notice = { factor };
    // A queue of its own: one address that refuses its mail does not keep the other from getting it.
    const data = { kind: 'factor-restoration', added: kind, accountId, factor };
    change.mails.push({ queue: `factor ${factor}`, data });
  }

  /** Whether there is a token that can change the account: of an application of its owner, or granted. */
  async hasWriteAccess(accountId: string): Promise<boolean> {
    const own = { accountId, kind: 'application' } as const;
    if (await this.prisma.accessToken.findFirst({ where: own, select: { kind: true } }))
      return true;
    const granted = { accountId, scope: { has: 'account:write' } };
    return (await this.prisma.grant.findFirst({ where: granted, select: { id: true } })) !== null;
  }

  /** Replaces the recovery codes of an account. Returns whether it has a factor. */
  async replaceRecoveryCodes(
    change: Change,
    accountId: string,
    hashes: readonly Bytes[],
  ): Promise<boolean> {
    if (!(await this.hasFactor(accountId, change.models))) return false;
    await this.endRemoval(change, accountId);
    await this.replaceCodes(change, accountId, hashes);
    return true;
  }

  /** Replaces the recovery codes. */
  async replaceCodes(
    { models }: Change,
    accountId: string,
    hashes: readonly Bytes[],
  ): Promise<void> {
    const createdAt = await this.prisma.now(models);
    await models.recoveryCode.deleteMany({ where: { accountId } });
    await models.recoveryCode.createMany({
      data: hashes.map((hash) => ({ accountId, hash, createdAt })),
    });
  }

  /** Uses the code of a time step. Returns whether it was not used before, nor a later one, on any node. */
  async useStep(change: Change, accountId: string, step: number): Promise<boolean> {
    const { count } = await change.models.authenticatorApp.updateMany({
      where: { accountId, lastStep: { lt: BigInt(step) } },
      data: { lastStep: BigInt(step) },
    });
    if (count > 0) await this.endRemoval(change, accountId);
    return count > 0;
  }

  /** Uses a recovery code. Returns whether the account had it. */
  async useRecoveryCode(change: Change, accountId: string, hash: Bytes): Promise<boolean> {
    const { count } = await change.models.recoveryCode.deleteMany({ where: { accountId, hash } });
    if (count > 0) await this.endRemoval(change, accountId);
    return count > 0;
  }

  /** Ends the removal that an operator was asked for: a factor that is used or changed is not lost. */
  async endRemoval({ models }: Change, accountId: string): Promise<void> {
    await models.factorRemoval.deleteMany({ where: { accountId } });
  }

  /** Removes the app, with the recovery codes where it is the last factor. Returns whether there was one. */
  async remove(change: Change, accountId: string, isMandatory: boolean): Promise<boolean> {
    const { count } = await change.models.authenticatorApp.deleteMany({ where: { accountId } });
    if (count > 0) await this.afterRemoval(change, accountId, isMandatory);
    return count > 0;
  }

  /**
   * Ends the removal that an operator was asked for, and removes the recovery codes of an account without a factor.
   *
   * @throws SecondFactorMandatoryError where the account must have one
   */
  async afterRemoval(change: Change, accountId: string, isMandatory: boolean): Promise<void> {
    await this.endRemoval(change, accountId);
    if (await this.hasFactor(accountId, change.models)) return;
    if (isMandatory) throw new SecondFactorMandatoryError();
    await change.models.recoveryCode.deleteMany({ where: { accountId } });
  }

  /**
   * From when on a factor that is added now is trusted: as the factors that the account has, one of which has confirmed
   * it. Null for the first one, which is trusted seven days later.
   */
  async inheritedTrust({ models }: Change, accountId: string): Promise<Date | null> {
    const since = (await this.trusts(models, accountId)).map(({ trusted }) => trusted.getTime());
    return since.length > 0 ? new Date(Math.min(...since)) : null;
  }

  /** Whether the account has a trusted factor. */
  async hasTrusted(accountId: string, client: Transaction = this.prisma): Promise<boolean> {
    const now = await this.prisma.now(client);
    return (await this.trusts(client, accountId)).some(({ trusted }) => trusted <= now);
  }

  /** When a factor was added, if the account has it and no trusted one vouches for it. */
  async addedUntrusted(
    accountId: string,
    id: string,
    client: Transaction = this.prisma,
  ): Promise<Date | undefined> {
    const now = await this.prisma.now(client);
    const trusts = await this.trusts(client, accountId);
    return trusts.find((each) => each.id === id && each.trusted > now)?.createdAt;
  }

  /** The factors of an account, and from when on each is trusted. */
  private async trusts(client: Transaction, accountId: string) {
    const select = { id: true, trustedSince: true, createdAt: true };
    const query = { where: { accountId }, select };
    const factors = [
      ...(await client.authenticatorApp.findMany(query)),
      ...(await client.passkey.findMany(query)),
    ];
    return factors.map(({ id, createdAt, trustedSince }) => {
      const aged = new Date(createdAt.getTime() + untrustedMs);
      return { id, createdAt, trusted: trustedSince && trustedSince < aged ? trustedSince : aged };
    });
  }

  /**
   * From when on an undo removes factors, where one has to stay if no other factor is left: after the first of them, if all
   * were added later and none is trusted.
   */
  async laterThanFirst(client: Transaction, accountId: string, since: Date): Promise<Date> {
    const now = await this.prisma.now(client);
    const trusts = await this.trusts(client, accountId);
    const added = trusts.map(({ createdAt }) => createdAt.getTime());
    const isOneLeft = trusts.some((each) => each.createdAt < since || each.trusted <= now);
    return isOneLeft || added.length === 0 ? since : new Date(Math.min(...added) + 1);
  }
}

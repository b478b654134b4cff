import type { Transaction, AuthenticatorApp, Bytes } from '../database/records.js';
import { Injectable } from '@nestjs/common';
import type { Change } from '../changes/change.js';
import { PrismaService } from '../database/prisma.service.js';
import type { SealedColumnOptions } from '../database/sealed-column.js';
import { SecondFactorMandatoryError } from '../errors/error-registry.js';

/** The seal context of an authenticator secret, so that it cannot be opened for another account. */
export function authenticatorSealContext(accountId: string): string {
  return `authenticator app ${accountId}`;
}

export const sealedAuthenticatorApps: SealedColumnOptions = {
  table: 'authenticator_apps',
  key: ['account_id'],
  owner: `'${authenticatorSealContext('')}' || account_id`,
  column: 'sealed',
};

/** How long a new factor stays untrusted, unless a trusted one has confirmed it. */
const untrustedMs = 7 * 24 * 60 * 60_000;

export type NewAuthenticatorApp = Omit<AuthenticatorApp, 'createdAt' | 'trustedSince'>;

export interface FactorsStatus {
  readonly hasApp: boolean;
  /** When the app was added or moved to another phone; undefined without one. */
  readonly appSince?: Date | undefined;
  readonly passkeys: number;
  readonly recoveryCodes: number;
}

@Injectable()
export class FactorsRepository {
  constructor(private readonly prisma: PrismaService) {}

  find(accountId: string): Promise<AuthenticatorApp | null> {
    return this.prisma.authenticatorApp.findUnique({ where: { accountId } });
  }

  hasFactor(accountId: string, client?: Transaction): Promise<boolean> {
    return hasFactor(this.prisma, accountId, client);
  }

  async status(accountId: string): Promise<FactorsStatus> {
    const where = { accountId };
    const [app, passkeys, recoveryCodes] = await Promise.all([
      this.prisma.authenticatorApp.findUnique({ where, select: { createdAt: true } }),
      this.prisma.passkey.count({ where }),
      this.prisma.recoveryCode.count({ where }),
    ]);
    return { hasApp: app !== null, appSince: app?.createdAt, passkeys, recoveryCodes };
  }

  /** Returns undefined if the account already has an app, or a factor despite `isFirst`. */
  async add(change: Change, app: NewAuthenticatorApp, hashes: readonly Bytes[], isFirst: boolean) {
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

  /** Returns the time of a change by the database's clock, which triggers compare it with. */
  now({ models }: Change): Promise<Date> {
    return this.prisma.now(models);
  }

  announce(
    change: Change,
    kind: 'factor-added' | 'passkey-added',
    accountId: string,
    factor: string,
  ): void {
    change.notice = { factor };
    // A separate queue, so that one address that rejects mail does not block the other.
    const data = { kind: 'factor-restoration', added: kind, accountId, factor };
    change.mails.push({ queue: `factor ${factor}`, data });
  }

  async hasWriteAccess(accountId: string): Promise<boolean> {
    const own = {
      accountId,
      kind: { not: 'oauth' },
      scope: { has: 'account:write' },
    } as const;
    if (await this.prisma.accessToken.findFirst({ where: own, select: { kind: true } }))
      return true;
    const granted = { accountId, scope: { has: 'account:write' } };
    if (await this.prisma.grant.findFirst({ where: granted, select: { id: true } })) return true;
    const enabled = { ownerId: accountId, clientCredentials: true };
    return (
      (await this.prisma.application.findFirst({ where: enabled, select: { id: true } })) !== null
    );
  }

  async replaceRecoveryCodes(change: Change, accountId: string, hashes: readonly Bytes[]) {
    if (!(await this.hasFactor(accountId, change.models))) return false;
    await this.endRemoval(change, accountId);
    await this.replaceCodes(change, accountId, hashes);
    return true;
  }

  async replaceCodes({ models }: Change, accountId: string, hashes: readonly Bytes[]) {
    const createdAt = await this.prisma.now(models);
    await models.recoveryCode.deleteMany({ where: { accountId } });
    await models.recoveryCode.createMany({
      data: hashes.map((hash) => ({ accountId, hash, createdAt })),
    });
  }

  /** Uses the code of a time step. Returns false if it, or a later one, was already used on any node. */
  async useStep(change: Change, accountId: string, step: number): Promise<boolean> {
    const { count } = await change.models.authenticatorApp.updateMany({
      where: { accountId, lastStep: { lt: BigInt(step) } },
      data: { lastStep: BigInt(step) },
    });
    if (count > 0) await this.endRemoval(change, accountId);
    return count > 0;
  }

  async useRecoveryCode(change: Change, accountId: string, hash: Bytes): Promise<boolean> {
    const { count } = await change.models.recoveryCode.deleteMany({ where: { accountId, hash } });
    if (count > 0) await this.endRemoval(change, accountId);
    return count > 0;
  }

  /** Cancels a pending removal: a factor that is used or changed is not lost. */
  async endRemoval({ models }: Change, accountId: string): Promise<void> {
    await models.factorRemoval.deleteMany({ where: { accountId } });
  }

  async remove(change: Change, accountId: string, isMandatory: boolean): Promise<boolean> {
    const { count } = await change.models.authenticatorApp.deleteMany({ where: { accountId } });
    if (count > 0) await this.afterRemoval(change, accountId, isMandatory);
    return count > 0;
  }

  /** @throws SecondFactorMandatoryError if the account must have a factor */
  async afterRemoval(change: Change, accountId: string, isMandatory: boolean): Promise<void> {
    await this.endRemoval(change, accountId);
    if (await this.hasFactor(accountId, change.models)) return;
    if (isMandatory) throw new SecondFactorMandatoryError();
    await change.models.recoveryCode.deleteMany({ where: { accountId } });
  }

  /** As early as the existing factors, because one of them has confirmed it. Null for the first factor. */
  async inheritedTrust({ models }: Change, accountId: string): Promise<Date | null> {
    const since = (await this.trusts(models, accountId)).map(({ trusted }) => trusted.getTime());
    return since.length > 0 ? new Date(Math.min(...since)) : null;
  }

  async hasTrusted(accountId: string, client: Transaction = this.prisma): Promise<boolean> {
    const now = await this.prisma.now(client);
    return (await this.trusts(client, accountId)).some(({ trusted }) => trusted <= now);
  }

  async addedUntrusted(accountId: string, id: string, client: Transaction = this.prisma) {
    const now = await this.prisma.now(client);
    const trusts = await this.trusts(client, accountId);
    return trusts.find((each) => each.id === id && each.trusted > now)?.createdAt;
  }

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
   * Returns the start time for an undo that must keep one factor: it removes factors added after that time. If all were
   * added since and none is trusted, the first of them stays.
   */
  async laterThanFirst(client: Transaction, accountId: string, since: Date): Promise<Date> {
    const now = await this.prisma.now(client);
    const trusts = await this.trusts(client, accountId);
    const added = trusts.map(({ createdAt }) => createdAt.getTime());
    const isOneLeft = trusts.some((each) => each.createdAt < since || each.trusted <= now);
    return isOneLeft || added.length === 0 ? since : new Date(Math.min(...added) + 1);
  }
}

/** A database function decides this, so that it also works without a factor feature. */
export async function hasFactor(prisma: PrismaService, accountId: string, client?: Transaction) {
  return prisma.queryJsonRow<boolean>(
    `SELECT to_json(${await prisma.table('has_factor')}($1))::text AS json`,
    [accountId],
    client,
  );
}

import { Injectable } from '@nestjs/common';
import type { Change } from '../changes/change.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Bytes, Passkey } from '../database/records.js';
import { TooManyPasskeysError } from '../errors/error-registry.js';
import { FactorsRepository } from './factors.repository.js';
import type { Assertion } from './webauthn.js';

/** The maximum number of passkeys of an account. */
const maxPasskeys = 20;

/** A new passkey. The change sets its time and trust. */
export type NewPasskey = Omit<Passkey, 'createdAt' | 'trustedSince'>;

/** A passkey with the user handle of its account. */
export interface OwnedPasskey {
  readonly passkey: Passkey;
  readonly userHandle: Bytes;
  /** The credentials generation of its account. */
  readonly generation: number;
}

@Injectable()
export class PasskeysRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly factors: FactorsRepository,
  ) {}

  /** Lists the passkeys of an account, the oldest first. */
  list(accountId: string): Promise<Passkey[]> {
    return this.prisma.passkey.findMany({
      where: { accountId },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
  }

  async find(credentialId: string): Promise<OwnedPasskey | undefined> {
    const found = await this.prisma.passkey.findUnique({
      where: { credentialId },
      include: { account: { select: { credentialsGeneration: true } } },
    });
    if (!found) return undefined;
    const { account, ...passkey } = found;
    const userHandle = await this.userHandle(passkey.accountId);
    return userHandle && { passkey, userHandle, generation: account.credentialsGeneration };
  }

  async userHandle(accountId: string): Promise<Bytes | undefined> {
    const owner = await this.prisma.passkeyOwner.findUnique({ where: { accountId } });
    return owner?.userHandle;
  }

  /** Whether an account here has this user handle. */
  async hasUserHandle(userHandle: Bytes): Promise<boolean> {
    return (await this.prisma.passkeyOwner.findUnique({ where: { userHandle } })) !== null;
  }

  /**
   * Adds a passkey, and recovery codes if it is the first factor.
   *
   * @param userHandle the WebAuthn user handle of the account
   * @param isFirst whether the account must have no factor
   * @returns undefined if it was not added, because it is already known, the account has another handle or has a factor
   *   despite `isFirst`
   * @throws TooManyPasskeysError
   */
  async add(
    change: Change,
    passkey: NewPasskey,
    userHandle: Bytes,
    hashes: readonly Bytes[],
    isFirst: boolean,
  ): Promise<{ isFirstFactor: boolean } | undefined> {
    const { models } = change;
    const { accountId } = passkey;
    const count = await models.passkey.count({ where: { accountId } });
    if (count >= maxPasskeys) throw new TooManyPasskeysError({ max: maxPasskeys });
    const isFirstFactor = !(await this.factors.hasFactor(accountId, models));
    if (isFirst && !isFirstFactor) return undefined;
    const data = { accountId, userHandle };
    await models.passkeyOwner.createMany({ data, skipDuplicates: true });
    const owners = await models.passkeyOwner.count({ where: data });
    if (owners === 0) return undefined;
    const trustedSince = await this.factors.inheritedTrust(change, accountId);
    const added = await models.passkey.createMany({
      data: { ...passkey, createdAt: await this.factors.now(change), trustedSince },
      skipDuplicates: true,
    });
    if (added.count === 0) return undefined;
    this.factors.announce(change, 'passkey-added', accountId, passkey.id);
    await this.factors.endRemoval(change, accountId);
    if (isFirstFactor) await this.factors.replaceCodes(change, accountId, hashes);
    return { isFirstFactor };
  }

  /**
   * Uses a passkey. Returns false if it has already signed this challenge or a later one, on any node, or if its
   * counter has not increased (unless it is always 0).
   *
   * @param challengedAt when the challenge was made
   */
  async use(
    change: Change,
    { accountId, id }: Pick<Passkey, 'accountId' | 'id'>,
    { counter, backedUp }: Assertion,
    challengedAt: Date,
  ): Promise<boolean> {
    const { count } = await change.models.passkey.updateMany({
      where: {
        ...{ id, challengedAt: { lt: challengedAt } },
        OR: [{ counter: { lt: counter } }, ...(counter === 0n ? [{ counter }] : [])],
      },
      data: { challengedAt, counter, backedUp, lastUsedAt: new Date() },
    });
    if (count > 0) await this.factors.endRemoval(change, accountId);
    return count > 0;
  }

  /** Returns whether the account has the passkey. */
  async rename({ models }: Change, accountId: string, id: string, name: string): Promise<boolean> {
    return (
      (await models.passkey.updateMany({ where: { accountId, id }, data: { name } })).count > 0
    );
  }

  /** Removes a passkey, and the recovery codes if it is the last factor. Returns whether the account had it. */
  async remove(
    change: Change,
    accountId: string,
    id: string,
    isMandatory: boolean,
  ): Promise<boolean> {
    const { count } = await change.models.passkey.deleteMany({ where: { accountId, id } });
    if (count > 0) await this.factors.afterRemoval(change, accountId, isMandatory);
    return count > 0;
  }
}

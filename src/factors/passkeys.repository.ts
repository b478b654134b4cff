import { Injectable } from '@nestjs/common';
import type { Change } from '../changes/change.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Bytes, Passkey } from '../database/records.js';
import { TooManyPasskeysError } from '../errors/error-registry.js';
import { FactorsRepository } from './factors.repository.js';
import type { Assertion } from './webauthn.js';

const maxPasskeys = 20;

export type NewPasskey = Omit<Passkey, 'createdAt' | 'trustedSince'> & { userHandle: Bytes };

@Injectable()
export class PasskeysRepository {
  constructor(
    private readonly prisma: PrismaService,
    private readonly factors: FactorsRepository,
  ) {}

  list(accountId: string): Promise<Passkey[]> {
    return this.prisma.passkey.findMany({
      where: { accountId },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
  }

  async find(credentialId: string) {
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

  async hasUserHandle(userHandle: Bytes): Promise<boolean> {
    return (await this.prisma.passkeyOwner.findUnique({ where: { userHandle } })) !== null;
  }

  /** Returns undefined for a known passkey, another handle of the account, or a factor despite `isFirst`. */
  async add(
    change: Change,
    { userHandle, ...passkey }: NewPasskey,
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

  /** Returns false if it has signed this challenge or a later one, or if its counter is not 0 and has not increased. */
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

  async rename({ models }: Change, accountId: string, id: string, name: string): Promise<boolean> {
    return (
      (await models.passkey.updateMany({ where: { accountId, id }, data: { name } })).count > 0
    );
  }

  async remove(change: Change, accountId: string, id: string, isMandatory: boolean) {
    const { count } = await change.models.passkey.deleteMany({ where: { accountId, id } });
    if (count > 0) await this.factors.afterRemoval(change, accountId, isMandatory);
    return count > 0;
  }
}

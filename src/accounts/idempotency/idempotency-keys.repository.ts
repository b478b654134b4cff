import { Injectable } from '@nestjs/common';
import { randomText } from '../../database/random-text.js';
import { violates } from '../../database/connection/database-failure.js';
import type { Change } from '../../changes/change.js';
import { withoutPassword } from '../../database/account-json.js';
import { ExpiringTable } from '../../database/purge/expiring-rows.js';
import type { Account, Bytes, IdempotencyKey } from '../../database/records.js';
import type { SealedColumnOptions } from '../../database/sealed-column.js';
import { AccountNotFoundError, IdempotencyKeyInUseError } from '../../errors/error-registry.js';

/** A request, named by its account and its idempotency key. */
export type NamedRequest = Pick<IdempotencyKey, 'ownerId' | 'key'>;

type Claim = NamedRequest & Pick<IdempotencyKey, 'claim'>;

type EarlierRequest = IdempotencyKey & { readonly account: Account | null };

/** Unfinished requests older than this count as abandoned, because their node has crashed. */
const claimMs = 15_000;

const keptMs = 24 * 60 * 60_000;

/** The digests of request bodies, sealed for the {@link requestName}. */
export const sealedFingerprints: SealedColumnOptions = {
  table: 'idempotency_keys',
  key: ['owner_id', 'key'],
  owner: `owner_id || ' ' || key`,
  column: 'fingerprint',
};

export function requestName({ ownerId, key }: NamedRequest): string {
  return `${ownerId} ${key}`;
}

@Injectable()
export class IdempotencyKeysRepository extends ExpiringTable {
  readonly expiring = 'idempotency_keys';

  /**
   * Claims a request for processing, or returns the earlier claim. Returns undefined if that claim has just ended.
   *
   * @throws AccountNotFoundError if the calling account was deleted concurrently
   */
  async claim(
    request: NamedRequest,
    fingerprint: Bytes,
  ): Promise<{ claim: Claim } | { earlier: EarlierRequest } | undefined> {
    const claim = { ...request, claim: randomText(24) };
    const now = Date.now();
    const [claimed] = await this.prisma.idempotencyKey
      .createManyAndReturn({
        data: { ...claim, fingerprint, expiresAt: new Date(now + claimMs) },
        skipDuplicates: true,
        select: { key: true },
      })
      .catch((error: unknown) => {
        throw violates(error, 'foreign key') ? new AccountNotFoundError() : error;
      });
    if (claimed) return { claim };
    const earlier = await this.prisma.idempotencyKey.findUnique({
      where: { ownerId_key: request },
      include: { account: withoutPassword },
    });
    if (!earlier) return undefined;
    if (earlier.expiresAt.getTime() > now) return { earlier };
    await this.prisma.idempotencyKey.deleteMany({
      where: { ...request, claim: earlier.claim, expiresAt: earlier.expiresAt },
    });
    return undefined;
  }

  /**
   * Stores the result of a request in the same change.
   *
   * @throws IdempotencyKeyInUseError if the claim was abandoned and another request took it over
   */
  async complete({ models }: Change, claim: Claim, created: Account): Promise<void> {
    const { count } = await models.idempotencyKey.updateMany({
      where: claim,
      data: {
        accountId: created.id,
        answer: JSON.stringify(created),
        expiresAt: new Date(Date.now() + keptMs),
      },
    });
    if (count === 0) throw new IdempotencyKeyInUseError();
  }

  /** Lets another attempt process a request that has no result. */
  async release(claim: Claim): Promise<void> {
    await this.prisma.idempotencyKey.deleteMany({ where: { ...claim, accountId: null } });
  }
}

import { Injectable } from '@nestjs/common';
import { retry } from './retry.js';
import { assertConditions } from '../changes/account-lock.js';
import { getRequester, toConditions, type Proof } from '../changes/proof.js';
import { PrismaService } from '../database/prisma.service.js';
import type { Account } from '../database/records.js';
import { PreconditionFailedError } from '../errors/error-registry.js';
import { ValidationFailedError } from '../errors/validation-failed.error.js';
import { AccountsRepository } from './accounts.repository.js';

/** Returns whether the current account may be changed. */
export type Condition = (account: Account) => boolean;

/** Changes accounts that meet a condition, using an optimistic lock on their revision. */
@Injectable()
export class AccountRevisions {
  constructor(
    private readonly prisma: PrismaService,
    private readonly repository: AccountsRepository,
  ) {}

  /**
   * Repeats a change until no concurrent change comes first.
   *
   * @param change returns undefined if another change came first
   * @param member the request member that contains the password of the proof
   * @throws AccountNotFoundError, PreconditionFailedError; ValidationFailedError about `member` if the password of the
   *   proof has changed; InvalidTokenError if the proof has ended; UnavailableError after 5 seconds
   */
  change<T>(
    id: string,
    condition: Condition | undefined,
    proof: Proof,
    change: (revision?: number) => Promise<T | undefined>,
    member = 'old_password',
  ): Promise<T> {
    const { signal, transaction } = getRequester(proof);
    return retry(async () => {
      const account = condition && (await this.repository.get(id, transaction));
      if (account && !condition(account)) throw new PreconditionFailedError();
      const changed = await change(account?.revision);
      if (changed === undefined) await this.assertRetryable(id, proof, member);
      return changed;
    }, signal);
  }

  private async assertRetryable(id: string, proof: Proof, member: string): Promise<void> {
    const { transaction } = getRequester(proof);
    const { credentialsGeneration } = await this.repository.get(id, transaction);
    const conditions = toConditions(proof);
    await assertConditions(this.prisma, transaction ?? this.prisma, conditions);
    const { generation = credentialsGeneration } = conditions;
    if (generation !== credentialsGeneration) {
      throw ValidationFailedError.about({ [member]: 'old_password_wrong' });
    }
  }
}

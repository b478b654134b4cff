import { Injectable } from '@nestjs/common';
import { retry } from '../access/retry.js';
import { TokenSeal } from '../access/token-seal.js';
import type { Account } from '../database/records.js';
import { IdempotencyKeyInUseError, IdempotencyKeyReusedError } from './accounts.errors.js';
import type { AlsoCreated } from './accounts.repository.js';
import { digestOf } from './body-digest.js';
import { IdempotencyKeysRepository, type NamedRequest } from './idempotency-keys.repository.js';

/** Lets a request that comes again have the answer of the first time, and no second effect. */
@Injectable()
export class IdempotencyService {
  constructor(
    private readonly repository: IdempotencyKeysRepository,
    private readonly seal: TokenSeal,
  ) {}

  /**
   * Creates an account, unless that was done under the same name before. What fails can be tried again
   * under it.
   *
   * @param body what was sent
   * @param create creates it in one transaction with what it is handed
   * @throws AccountNotFoundError, IdempotencyKeyReusedError for another body, IdempotencyKeyInUseError while the first
   *   request is worked on, and whatever `create` throws
   */
  async once(
    request: NamedRequest,
    body: object,
    create: (also: AlsoCreated) => Promise<Account>,
    signal?: AbortSignal,
  ): Promise<Account> {
    const digest = digestOf(body);
    const whose = `${request.ownerId} ${request.key}`;
    const sealed = this.seal.seal(digest, whose);
    const result = await retry(() => this.repository.claim(request, sealed), signal);
    if ('earlier' in result) {
      const { fingerprint, answer } = result.earlier;
      if (this.seal.open(fingerprint, whose) !== digest) throw new IdempotencyKeyReusedError();
      if (answer === null) throw new IdempotencyKeyInUseError();
      return accountIn(answer);
    }
    const { claim } = result;
    try {
      return await create((transaction, account) =>
        this.repository.complete(transaction, claim, account),
      );
    } catch (error) {
      // If not now, the claim ends by itself.
      await this.repository.release(claim).catch(() => undefined);
      throw error;
    }
  }
}

function accountIn(answer: string): Account {
  const { createdAt, updatedAt, ...rest } = JSON.parse(answer) as Account;
  return { ...rest, createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) };
}

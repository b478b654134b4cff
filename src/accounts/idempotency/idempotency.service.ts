import { Injectable, Logger } from '@nestjs/common';
import { retry } from '../retry.js';
import { TokenSeal } from '../../access/sealing/token-seal.js';
import { toAccount, type AccountJson } from '../../database/account-json.js';
import type { Account } from '../../database/records.js';
import {
  IdempotencyKeyInUseError,
  IdempotencyKeyReusedError,
} from '../../errors/error-registry.js';
import { plainObject } from '../../validation/plain-object.js';
import type { WithCreation } from '../accounts.repository.js';
import { hashBody } from './body-digest.js';
import {
  IdempotencyKeysRepository,
  requestName,
  type NamedRequest,
} from './idempotency-keys.repository.js';

/** Returns the first response to a repeated request, without a second effect. */
@Injectable()
export class IdempotencyService {
  private readonly logger = new Logger(IdempotencyService.name);

  constructor(
    private readonly repository: IdempotencyKeysRepository,
    private readonly seal: TokenSeal,
  ) {}

  /**
   * Creates an account, unless a request with the same key has done so. A failed request can be retried with its key.
   *
   * @param create creates the account, and calls its parameter in the same transaction
   * @throws BodyTooDeepError, AccountNotFoundError, IdempotencyKeyReusedError, IdempotencyKeyInUseError; errors of
   *   `create`
   */
  async once(
    request: NamedRequest,
    body: object,
    create: (also: WithCreation) => Promise<Account>,
    signal?: AbortSignal,
  ): Promise<Account> {
    const digest = hashBody(plainObject(body));
    const whose = requestName(request);
    const sealed = this.seal.seal(digest, whose);
    const result = await retry(() => this.repository.claim(request, sealed), signal);
    if ('earlier' in result) {
      const { fingerprint, answer, account } = result.earlier;
      const earlier = this.seal.open(fingerprint, whose);
      if (earlier === undefined) {
        this.logger.warn(
          'A repeated request with an Idempotency-Key was refused, because the key that sealed the first one is not among the secret keys (SECRET_KEY): put it back after the current one for a day.',
        );
      }
      if (earlier !== digest) throw new IdempotencyKeyReusedError();
      if (answer === null || account === null) throw new IdempotencyKeyInUseError();
      // As it was created. Members that a later release added have their current values.
      return { ...account, ...toAccount(JSON.parse(answer) as AccountJson) };
    }
    const { claim } = result;
    try {
      return await create((change, account) => this.repository.complete(change, claim, account));
    } catch (error) {
      // A claim that is not released expires.
      await this.repository.release(claim).catch(() => undefined);
      throw error;
    }
  }
}

import { Injectable } from '@nestjs/common';
import type { Change } from '../changes/change.js';
import { ChangesService } from '../changes/changes.service.js';
import { FactorsRepository } from '../factors/factors.repository.js';
import { FactorsService } from '../factors/factors.service.js';
import { PasskeysService } from '../factors/passkeys.service.js';
import type { RelyingParty } from '../factors/webauthn.js';
import { AccountRecoveryService } from '../accounts/sign-in/account-recovery.service.js';
import { findRestorable, listEntitled } from '../accounts/sign-in/owner-proofs.js';
import { VerifiedEmailsRepository } from '../accounts/emails/verified-emails.repository.js';
import { assertCounted, type CountedRequester, type Requester } from '../request/requester.js';
import type { Account, Bytes } from '../database/records.js';
import { LinkInvalidError } from '../errors/error-registry.js';
import { asInvalidLink, emailDigest } from './links/email-token.js';
import { EmailTokensRepository } from './links/email-tokens.repository.js';
import { EmailTokensService } from './links/email-tokens.service.js';
import type { NewFactor } from './mails/mail-request.js';

/** The change that a link undoes: another address, or a new factor that no trusted factor confirmed. */
export type Undone = 'email-changed' | 'factor-added' | 'passkey-added';

/** A factor of the account, which an undo requires if the account has a trusted one. */
export interface ShownFactor {
  /** A code of the authenticator app, or a recovery code. Default: none */
  readonly code?: string | undefined;
  /** The response of the browser to the options of a passkey, as JSON. It replaces the code. Default: none */
  readonly passkey?: { readonly response: string; readonly site: RelyingParty } | undefined;
}

/** The change that a link undoes, and the account. */
export interface RestorationSubject {
  /** The kind of change. */
  readonly undoes: Undone;
  /** The account of the link. */
  readonly account: Account;
  /** The address that the account gets back. */
  readonly email: string;
}

interface Restoration extends RestorationSubject {
  /** Factors added since then are removed. */
  readonly since: (change: Change) => Promise<Date>;
  readonly hash: Bytes;
  /** Checks in the same change that there is still something to undo. */
  readonly isStillDue?: (change: Change) => Promise<boolean>;
}

/** Undoes changes that an intruder may have made, for the owner of the longest-verified address. */
@Injectable()
export class EmailRestorationService {
  constructor(
    private readonly tokens: EmailTokensService,
    private readonly repository: EmailTokensRepository,
    private readonly recovery: AccountRecoveryService,
    private readonly verifiedEmails: VerifiedEmailsRepository,
    private readonly factors: FactorsRepository,
    private readonly codes: FactorsService,
    private readonly passkeys: PasskeysService,
    private readonly changes: ChangesService,
  ) {}

  /** Returns the change that a link undoes, the address that it restores, and the account. @throws LinkInvalidError */
  findSubject(token: string): Promise<RestorationSubject> {
    return this.find(token);
  }

  /** Whether the account has a trusted factor. A mailed link alone does not suffice then. */
  asksForFactor({ id }: Account): Promise<boolean> {
    return this.factors.hasTrusted(id);
  }

  /**
   * Restores the address, and ends the password, all sessions, grants and tokens, and later factors, since an intruder
   * may have any of them. Returns the kind of change undone, and a token for setting a new password.
   *
   * @param shown required if the account has a trusted factor
   * @throws LinkInvalidError; ValidationFailedError about `code`, or if another account already has the address;
   *   PasskeyWrongError, PasskeyCopiedError, RateLimitedError; TypeError without an IP address
   */
  async restore(
    token: string,
    shown: ShownFactor,
    requester: CountedRequester,
  ): Promise<{ undone: Undone; reset: string }> {
    assertCounted(requester);
    const { undoes, account, email, since, hash, isStillDue } = await this.find(token);
    const asksForFactor = await this.asksForFactor(account);
    if (asksForFactor) await this.useFactor(account, shown, requester);
    const restored = { ...account, credentialsGeneration: account.credentialsGeneration + 1 };
    const generation = account.credentialsGeneration;
    const proof = { shown: 'link', generation, requester } as const;
    let reset = '';
    const useLink = async (change: Change) => {
      // Stop if a factor has become trusted in the meantime, because it was not used.
      if (!asksForFactor && (await this.factors.hasTrusted(account.id, change.models)))
        return false;
      if (isStillDue && !(await isStillDue(change))) return false;
      reset = await this.tokens.create('password-reset', { email, account: restored }, change);
      return this.repository.delete(change, hash);
    };
    await this.recovery.restore(account, email, since, proof, useLink).catch(asInvalidLink);
    return { undone: undoes, reset };
  }

  /**
   * Gives up the right of an address to undo a change, because its owner made that change.
   *
   * @throws LinkInvalidError
   */
  async release(token: string, requester: Requester): Promise<void> {
    const { undoes, account, email } = await this.find(token);
    if (undoes !== 'email-changed') throw new LinkInvalidError();
    const proof = { shown: 'link', requester } as const;
    const { id: accountId } = account;
    const record = { event: 'account.update', accountId, members: ['email'], proof } as const;
    const isReleased = await this.changes.run(record, async (change) => {
      await this.repository.deleteSentTo(change, accountId, emailDigest(email));
      return this.verifiedEmails.endRight(change, accountId, email);
    });
    if (!isReleased) throw new LinkInvalidError();
  }

  private async useFactor(
    account: Account,
    { code = '', passkey }: ShownFactor,
    requester: Requester,
  ): Promise<void> {
    if (!passkey) return this.codes.verify(account, code, requester);
    await this.passkeys.verify(passkey.response, passkey.site, requester, account.id);
  }

  private async find(token: string): Promise<Restoration> {
    if (await this.tokens.isFor('factor-restoration', token)) return this.findByFactor(token);
    const found = await this.tokens.find<{ email: string }>('email-restoration', token);
    const { account, content, hash } = found;
    const left = findRestorable(await this.verifiedEmails.list(account.id));
    if (!left || left.email !== content?.email) throw new LinkInvalidError();
    const { email, replacedAt, hadTrustedFactor: butOne } = left;
    const since = async ({ models }: Change) =>
      butOne ? this.factors.laterThanFirst(models, account.id, replacedAt) : replacedAt;
    return { undoes: 'email-changed', account, email, since, hash };
  }

  private async findByFactor(token: string): Promise<Restoration> {
    const { account, content, hash } = await this.tokens.find<NewFactor>(
      'factor-restoration',
      token,
    );
    const [longest] = listEntitled(await this.verifiedEmails.list(account.id));
    if (!longest || longest.email !== content?.email) throw new LinkInvalidError();
    const addedAt = (change?: Change) =>
      this.factors.addedUntrusted(account.id, content.factor, change?.models);
    const added = await addedAt();
    if (!added) throw new LinkInvalidError();
    const isStillDue = async (change: Change) => (await addedAt(change)) !== undefined;
    const since = () => Promise.resolve(added);
    return { undoes: content.kind, account, email: longest.email, since, hash, isStillDue };
  }
}

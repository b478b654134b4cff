import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../audit/audit-trail.js';
import type { Requester } from '../../request/requester.js';
import { ChangesService, type ChangeRecord } from '../../changes/changes.service.js';
import { withCredentials } from '../../changes/proof.js';
import { newIdentifier } from '../../database/identifier.js';
import type { Account } from '../../database/records.js';
import { FormExpiredError } from '../../errors/error-registry.js';
import { ValidationFailedError } from '../../errors/validation-failed.error.js';
import { isOverlong } from '../../language/raw-text.js';
import { typedText } from '../../language/typed-text.js';
import { FailedPasswords } from '../passwords/failed-passwords.js';
import { accountKey } from '../rate-limits/rate-limit-keys.js';
import { TokenSeal } from '../tokens/token-seal.js';
import { appContext } from './app-context.js';
import { counted, type AttemptCounts } from './attempt-counts.js';
import { FactorPolicy } from './factor-policy.js';
import {
  FactorsRepository,
  type NewAuthenticatorApp,
  type FactorsStatus,
} from './factors.repository.js';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-code.js';
import { newTotpSecret, stepOfCode } from './totp.js';

/** In milliseconds: how long the secret of a new app waits for its first code. */
const setupMs = 30 * 60_000;

/** Of a recovery code in its groups, rounded up. */
const maxCodeCharacters = 64;

/** What the second step of signing in takes. */
export type SecondFactorMethod = 'totp' | 'passkey' | 'recovery_code';

/** A secret that an app takes over. */
export interface AppSetup {
  /** In base32. */
  readonly secret: string;
  /** The secret, sealed for the account, to come back with the first code. */
  readonly setup: string;
}

/** The second factors of accounts: an authenticator app (RFC 6238), passkeys, and recovery codes in their place. */
@Injectable()
export class FactorsService {
  /** The codes that users of this node have entered, by outcome. */
  readonly codes: AttemptCounts = { right: 0, wrong: 0, refused: 0 };

  constructor(
    private readonly repository: FactorsRepository,
    private readonly policy: FactorPolicy,
    private readonly seal: TokenSeal,
    private readonly failedPasswords: FailedPasswords,
    private readonly audit: AuditTrail,
    private readonly changes: ChangesService,
  ) {}

  /** Whether signing in to the account takes a second step. */
  isRequired(accountId: string): Promise<boolean> {
    return this.repository.hasFactor(accountId);
  }

  status(accountId: string): Promise<FactorsStatus> {
    return this.repository.status(accountId);
  }

  /** What the second step of signing in to the account takes; nothing where it has none. */
  async methods(accountId: string): Promise<SecondFactorMethod[]> {
    const { hasApp, passkeys, recoveryCodes } = await this.status(accountId);
    if (!hasApp && passkeys === 0) return [];
    const methods = { totp: hasApp, passkey: passkeys > 0, recovery_code: recoveryCodes > 0 };
    return Object.entries(methods).flatMap(([name, isThere]) =>
      isThere ? [name as SecondFactorMethod] : [],
    );
  }

  /**
   * Uses a code of the app, or a recovery code.
   *
   * Wrong codes are counted as wrong passwords are, but apart from them: who knows the password would otherwise begin
   * anew with every right one. All sources of an account together have a limit, since a code is short.
   *
   * @throws ValidationFailedError about `code`, RateLimitedError
   */
  async verify(account: Account, code: string, requester: Requester): Promise<void> {
    const { id, credentialsGeneration } = account;
    const subject = `code of account ${id}.${credentialsGeneration}`;
    const attempt = { subject, source: requester.source ?? '' };
    const limit = ['second-factor', accountKey(id)] as const;
    const isRight = await counted(this.codes, () =>
      this.failedPasswords.isRightFactor(attempt, () => this.use(id, code, requester), limit),
    );
    if (isRight) return;
    const refusal = 'code_wrong';
    await this.audit.record({ event: 'factor.use', accountId: id, refusal, requester });
    throw ValidationFailedError.about({ code: refusal });
  }

  private async use(accountId: string, text: string, requester: Requester): Promise<boolean> {
    const code = typedCode(text);
    const isOfApp = /^\d{6}$/.test(code);
    const step = isOfApp ? await this.stepOf(accountId, code) : undefined;
    if (isOfApp && step === undefined) return false;
    const event = isOfApp ? 'factor.use' : 'recovery.use';
    const proof = { shown: 'factor', requester } as const;
    const isUsed = await this.changes.run({ event, accountId, proof }, (change) =>
      step === undefined
        ? this.repository.useRecoveryCode(change, accountId, hashRecoveryCode(code))
        : this.repository.useStep(change, accountId, step),
    );
    return isUsed ?? false;
  }

  /** The time step of a code of the app; undefined for a wrong one. */
  private async stepOf(accountId: string, code: string): Promise<number | undefined> {
    const app = await this.repository.find(accountId);
    // Without the secret key of its secret there is no right code.
    const secret = app && this.seal.open(app.sealed, appContext(accountId));
    return secret ? stepOfCode(secret, code, Date.now()) : undefined;
  }

  /** A secret for a new app. Nothing is stored before {@link add} has seen a code of it. */
  begin({ id }: Account): AppSetup {
    const secret = newTotpSecret();
    return { secret, setup: this.seal.sealText(secret, setupContext(id), setupMs) };
  }

  /** The secret of a setup that has begun. @throws FormExpiredError for that of another account, or half an hour later */
  secretOf({ id }: Account, setup: string): string {
    const secret = this.seal.openText<string>(setup, setupContext(id));
    if (secret === undefined) throw new FormExpiredError();
    return secret;
  }

  /**
   * Adds the app that has taken a secret over. Returns the recovery codes, which cannot be read again, where it is the
   * first factor of the account.
   *
   * @param setup what {@link begin} has returned
   * @param code the first code of the app, which cannot be used again
   * @param isFirst whether the account must have no factor. Default: false
   * @throws ValidationFailedError about `code`; FormExpiredError where the setup is not valid any more
   */
  async add(
    account: Account,
    setup: string,
    code: string,
    requester: Requester,
    isFirst = false,
  ): Promise<string[] | undefined> {
    const app = this.appOf(account, setup, code);
    const codes = newRecoveryCodes();
    const added = await this.changes.run(recordOf('factor.add', account, requester), (change) =>
      this.repository.add(change, app, codes.map(hashRecoveryCode), isFirst),
    );
    if (!added) throw new FormExpiredError();
    return added.isFirstFactor ? codes : undefined;
  }

  /**
   * The same for an account that has no factor, and for no other: with a factor, a user who knows the password alone must not add another one.
   *
   * @throws as {@link add} does, also where there is a factor
   */
  async addFirst(
    account: Account,
    setup: string,
    code: string,
    requester: Requester,
  ): Promise<string[]> {
    return (await this.add(account, setup, code, requester, true))!;
  }

  /**
   * Replaces the app by one on another phone; the recovery codes stay.
   *
   * @throws as {@link add} does, also where there is no app
   */
  async replace(
    account: Account,
    setup: string,
    code: string,
    requester: Requester,
  ): Promise<void> {
    const app = this.appOf(account, setup, code);
    const isReplaced = await this.changes.run(
      recordOf('factor.add', account, requester),
      (change) => this.repository.replace(change, app),
    );
    if (!isReplaced) throw new FormExpiredError();
  }

  /** The app that has taken a secret over, if this is its first code. */
  private appOf(account: Account, setup: string, code: string): NewAuthenticatorApp {
    const { id: accountId } = account;
    const secret = this.secretOf(account, setup);
    const step = stepOfCode(secret, typedCode(code), Date.now());
    if (step === undefined) throw ValidationFailedError.about({ code: 'code_wrong' });
    return {
      accountId,
      id: newIdentifier(),
      sealed: this.seal.seal(secret, appContext(accountId)),
      lastStep: BigInt(step),
    };
  }

  /**
   * Replaces the recovery codes. Returns the new ones, which cannot be read again.
   *
   * @throws FormExpiredError where the account has no factor, or another password by now
   */
  async replaceRecoveryCodes(account: Account, requester: Requester): Promise<string[]> {
    const codes = newRecoveryCodes();
    const hashes = codes.map(hashRecoveryCode);
    const isReplaced = await this.changes.run(
      recordOf('recovery.replace', account, requester),
      (change) => this.repository.replaceRecoveryCodes(change, account.id, hashes),
    );
    if (!isReplaced) throw new FormExpiredError();
    return codes;
  }

  /**
   * Removes the app, with the recovery codes where it is the last factor. Returns whether there was one.
   *
   * @throws SecondFactorMandatoryError where the account must have a factor, and it is the last one
   */
  async remove(account: Account, requester: Requester): Promise<boolean> {
    const isMandatory = await this.policy.isMandatory(account.id);
    const isRemoved = await this.changes.run(
      recordOf('factor.remove', account, requester),
      (change) => this.repository.remove(change, account.id, isMandatory),
    );
    return isRemoved ?? false;
  }

  /** Whether one of its factors can be removed: not the last one where the account must have one. */
  async isRemovable(accountId: string): Promise<boolean> {
    if (!(await this.policy.isMandatory(accountId))) return true;
    const { hasApp, passkeys } = await this.status(accountId);
    return Number(hasApp) + passkeys > 1;
  }

  /** Whether the account has this app or passkey, and no trusted factor vouches for it. */
  async isUntrusted(accountId: string, id: string): Promise<boolean> {
    return (await this.repository.addedUntrusted(accountId, id)) !== undefined;
  }
}

/** A change to the factors of an account, as long as its password is the one that it had when it was read. */
function recordOf(
  event: 'factor.add' | 'factor.remove' | 'recovery.replace',
  account: Account,
  requester: Requester,
): ChangeRecord {
  return { event, accountId: account.id, proof: withCredentials(account, requester) };
}

/** A code as it was shown, however it was typed; empty for text that is too long to be one. */
function typedCode(text: string): string {
  return isOverlong(text, maxCodeCharacters) ? '' : typedText(text).replaceAll(/\s/g, '');
}

function setupContext(accountId: string): string {
  return `authenticator setup ${accountId}`;
}

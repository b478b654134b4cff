import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import type { Requester } from '../request/requester.js';
import { ChangesService, type ChangeRecord } from '../changes/changes.service.js';
import { withCredentials } from '../changes/proof.js';
import { newIdentifier } from '../database/identifier.js';
import type { Account } from '../database/records.js';
import { assertFilled } from '../errors/assert-filled.js';
import { FormExpiredError } from '../errors/error-registry.js';
import { ValidationFailedError } from '../errors/validation-failed.error.js';
import { typedCode } from '../language/typed-text.js';
import { FailedPasswords } from '../access/passwords/failed-passwords.js';
import { accountKey } from '../access/rate-limits/rate-limit-keys.js';
import { TokenSeal } from '../access/sealing/token-seal.js';
import {
  authenticatorSealContext,
  FactorsRepository,
  type NewAuthenticatorApp,
  type FactorsStatus,
} from './factors.repository.js';
import { counted, type AttemptCounts } from './attempt-counts.js';
import { FactorPolicy } from './factor-policy.js';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-code.js';
import { newTotpSecret, matchStep } from './totp.js';

const setupMs = 30 * 60_000;

const factorMethods = ['totp', 'passkey', 'recovery_code'] as const;

/** A method that the second step accepts. */
export type SecondFactorMethod = (typeof factorMethods)[number];

@Injectable()
export class FactorsService {
  readonly codes: AttemptCounts = { right: 0, wrong: 0, refused: 0 };

  constructor(
    private readonly repository: FactorsRepository,
    private readonly policy: FactorPolicy,
    private readonly seal: TokenSeal,
    private readonly failedPasswords: FailedPasswords,
    private readonly audit: AuditTrail,
    private readonly changes: ChangesService,
  ) {}

  hasFactor(accountId: string): Promise<boolean> {
    return this.repository.hasFactor(accountId);
  }

  status(accountId: string): Promise<FactorsStatus> {
    return this.repository.status(accountId);
  }

  async methods(accountId: string): Promise<SecondFactorMethod[]> {
    const { hasApp, passkeys, recoveryCodes } = await this.status(accountId);
    if (!hasApp && passkeys === 0) return [];
    const has = { totp: hasApp, passkey: passkeys > 0, recovery_code: recoveryCodes > 0 };
    return factorMethods.filter((name) => has[name]);
  }

  /**
   * Wrong codes count like wrong passwords, but separately: otherwise an attacker with the password could reset the
   * count with each right one. All sources of an account also share a limit, because codes are short.
   */
  async verify(account: Account, code: string, requester: Requester): Promise<void> {
    assertFilled({ code: code.trim() });
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
    const isAppCode = /^\d{6}$/.test(code);
    const step = isAppCode ? await this.findStep(accountId, code) : undefined;
    if (isAppCode && step === undefined) return false;
    const event = isAppCode ? 'factor.use' : 'recovery.use';
    const proof = { shown: 'factor', requester } as const;
    const isUsed = await this.changes.run({ event, accountId, proof }, (change) =>
      step === undefined
        ? this.repository.useRecoveryCode(change, accountId, hashRecoveryCode(code))
        : this.repository.useStep(change, accountId, step),
    );
    return isUsed ?? false;
  }

  private async findStep(accountId: string, code: string): Promise<number | undefined> {
    const app = await this.repository.find(accountId);
    // If no secret key opens the secret, every code is wrong.
    const secret = app && this.seal.open(app.sealed, authenticatorSealContext(accountId));
    return secret ? matchStep(secret, code, Date.now()) : undefined;
  }

  /** Returns a secret for a new app. Nothing is stored until {@link add} has verified a code. */
  begin({ id }: Account) {
    const secret = newTotpSecret();
    return { secret, setup: this.seal.sealText(secret, setupContext(id), setupMs) };
  }

  /** @throws FormExpiredError for a set-up of another account, or after half an hour */
  openSecret({ id }: Account, setup: string): string {
    const secret = this.seal.openText<string>(setup, setupContext(id));
    if (secret === undefined) throw new FormExpiredError();
    return secret;
  }

  /** Returns the recovery codes of a first factor. @throws ValidationFailedError about `code`, FormExpiredError */
  async add(account: Account, setup: string, code: string, requester: Requester, isFirst = false) {
    const app = this.verifyApp(account, setup, code);
    const codes = newRecoveryCodes();
    const added = await this.changes.run(toRecord('factor.add', account, requester), (change) =>
      this.repository.add(change, app, codes.map(hashRecoveryCode), isFirst),
    );
    if (!added) throw new FormExpiredError();
    return added.isFirstFactor ? codes : undefined;
  }

  /** Fails if the account has a factor: knowing the password is not enough to add another one. */
  async addFirst(account: Account, setup: string, code: string, requester: Requester) {
    return (await this.add(account, setup, code, requester, true))!;
  }

  /** Replaces the app with one on another phone. The recovery codes stay. */
  async replace(account: Account, setup: string, code: string, requester: Requester) {
    const app = this.verifyApp(account, setup, code);
    const isReplaced = await this.changes.run(
      toRecord('factor.add', account, requester),
      (change) => this.repository.replace(change, app),
    );
    if (!isReplaced) throw new FormExpiredError();
  }

  /** Adds the app, or moves it to another phone. Returns the recovery codes of a first factor. @throws as {@link add} */
  async addOrReplace(account: Account, setup: string, code: string, requester: Requester) {
    const { hasApp } = await this.status(account.id);
    if (!hasApp) return this.add(account, setup, code, requester);
    await this.replace(account, setup, code, requester);
    return undefined;
  }

  private verifyApp(account: Account, setup: string, code: string): NewAuthenticatorApp {
    assertFilled({ code: code.trim() });
    const { id: accountId } = account;
    const secret = this.openSecret(account, setup);
    const step = matchStep(secret, typedCode(code), Date.now());
    if (step === undefined) throw ValidationFailedError.about({ code: 'code_wrong' });
    return {
      accountId,
      id: newIdentifier(),
      sealed: this.seal.seal(secret, authenticatorSealContext(accountId)),
      lastStep: BigInt(step),
    };
  }

  /** @throws FormExpiredError if the account has no factor, or the password has changed since */
  async replaceRecoveryCodes(account: Account, requester: Requester): Promise<string[]> {
    const codes = newRecoveryCodes();
    const hashes = codes.map(hashRecoveryCode);
    const isReplaced = await this.changes.run(
      toRecord('recovery.replace', account, requester),
      (change) => this.repository.replaceRecoveryCodes(change, account.id, hashes),
    );
    if (!isReplaced) throw new FormExpiredError();
    return codes;
  }

  /** @throws SecondFactorMandatoryError if it is the last factor of an account that must have one */
  async remove(account: Account, requester: Requester): Promise<boolean> {
    const isMandatory = await this.policy.isMandatory(account.id);
    const isRemoved = await this.changes.run(
      toRecord('factor.remove', account, requester),
      (change) => this.repository.remove(change, account.id, isMandatory),
    );
    return isRemoved ?? false;
  }

  async isRemovable(accountId: string): Promise<boolean> {
    if (!(await this.policy.isMandatory(accountId))) return true;
    const { hasApp, passkeys } = await this.status(accountId);
    return Number(hasApp) + passkeys > 1;
  }

  async isUntrusted(accountId: string, id: string): Promise<boolean> {
    return (await this.repository.addedUntrusted(accountId, id)) !== undefined;
  }
}

function toRecord(
  event: 'factor.add' | 'factor.remove' | 'recovery.replace',
  account: Account,
  requester: Requester,
): ChangeRecord {
  return { event, accountId: account.id, proof: withCredentials(account, requester) };
}

function setupContext(accountId: string): string {
  return `authenticator setup ${accountId}`;
}

import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AuditEventName } from '../audit/audit-event.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { asOwner, type Requester } from '../request/requester.js';
import { ChangesService } from '../changes/changes.service.js';
import { withCredentials } from '../changes/proof.js';
import { isIdentifier, newIdentifier } from '../database/identifier.js';
import type { Account, Bytes, Passkey } from '../database/records.js';
import { PasskeyCopiedError, PasskeyWrongError } from '../errors/error-registry.js';
import { ValidationFailedError } from '../errors/validation-failed.error.js';
import { isOverlong } from '../language/raw-text.js';
import { FailedPasswords } from '../access/passwords/failed-passwords.js';
import { accountKey, sourceKey } from '../access/rate-limits/rate-limit-keys.js';
import { TokenSeal } from '../access/sealing/token-seal.js';
import { counted, type AttemptCounts } from './attempt-counts.js';
import { FactorPolicy } from './factor-policy.js';
import { PasskeysRepository, type NewPasskey } from './passkeys.repository.js';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-code.js';
import {
  createdCredential,
  creationOptions,
  toCredential,
  requestOptions,
  signedAssertion,
  type RelyingParty,
} from './webauthn.js';

/** How long a page can stay open before its challenge is signed. */
export const challengeMs = 60 * 60_000;
const longestPasskeyName = 100;

/** The response of a browser, as JSON, and the name that its user chose. */
interface CreatedPasskey {
  readonly passkey: string;
  readonly name: string;
  readonly site: RelyingParty;
}

/** The content of a challenge. It is sealed for its purpose and its browser, and never stored. */
interface Challenge {
  readonly madeAt: number;
  readonly userHandle?: string;
}

interface Use {
  readonly owner: { readonly accountId: string; readonly generation: number } | undefined;
  readonly refusal: 'passkey_wrong' | 'passkey_copied' | undefined;
}

/** A passkey is a second factor, or replaces both factors, because it verifies its user (WebAuthn level 3). */
@Injectable()
export class PasskeysService {
  readonly presented: AttemptCounts = { right: 0, wrong: 0, refused: 0 };

  constructor(
    private readonly repository: PasskeysRepository,
    private readonly policy: FactorPolicy,
    private readonly seal: TokenSeal,
    private readonly failedPasswords: FailedPasswords,
    private readonly audit: AuditTrail,
    private readonly changes: ChangesService,
  ) {}

  list(accountId: string): Promise<Passkey[]> {
    return this.repository.list(accountId);
  }

  async find(accountId: string, id: string): Promise<Passkey | undefined> {
    return (await this.list(accountId)).find((passkey) => passkey.id === id);
  }

  async creationOptions(account: Account, site: RelyingParty): Promise<string> {
    const { id, email, name } = account;
    const handle = (await this.repository.userHandle(id)) ?? new Uint8Array(randomBytes(32));
    const userHandle = Buffer.from(handle).toString('base64url');
    const challenge = this.challenge(buildCreation(id), site, { userHandle });
    const known = await this.list(id);
    const options = creationOptions(site, challenge, { handle, email, name }, known);
    return JSON.stringify(options);
  }

  /** For `PublicKeyCredential.signalAllAcceptedCredentials`; undefined for an account that never had a passkey. */
  async acceptedCredentials(accountId: string, { rpId }: RelyingParty) {
    const handle = await this.repository.userHandle(accountId);
    if (!handle) return undefined;
    const userId = Buffer.from(handle).toString('base64url');
    const allAcceptedCredentialIds = (await this.list(accountId)).map((each) => each.credentialId);
    return JSON.stringify({ rpId, userId, allAcceptedCredentialIds });
  }

  /** @param refused the last refused response: a removed passkey in it is named for `signalUnknownCredential` */
  async requestOptions(site: RelyingParty, accountId?: string, refused = ''): Promise<string> {
    const allowed = accountId === undefined ? [] : await this.list(accountId);
    const challenge = this.challenge(buildRequest(accountId), site);
    const options = requestOptions(site, challenge, allowed);
    const unknownCredentialId = await this.removedCredential(refused);
    return JSON.stringify({ ...options, unknownCredentialId });
  }

  /** Passkeys of another service on the same host are also unknown, but have other user handles. */
  private async removedCredential(response: string): Promise<string | undefined> {
    const { credentialId, userHandle } = toCredential(response) ?? {};
    if (credentialId === undefined || userHandle === undefined) return undefined;
    const handle = new Uint8Array(Buffer.from(userHandle, 'base64url'));
    if (!(await this.repository.hasUserHandle(handle))) return undefined;
    return (await this.repository.find(credentialId)) ? undefined : credentialId;
  }

  /** Returns the recovery codes if it is the first factor. @throws PasskeyWrongError, TooManyPasskeysError */
  async add(
    account: Account,
    { passkey: text, name, site }: CreatedPasskey,
    requester: Requester,
    isFirst = false,
  ): Promise<string[] | undefined> {
    const { id: accountId } = account;
    const written = writtenName(name);
    let challenge: Challenge | undefined;
    const created = await createdCredential(text, site, (sealed) => {
      challenge = this.opened(sealed, buildCreation(accountId), site);
      return challenge !== undefined;
    });
    if (!created || !challenge?.userHandle) {
      await this.record('passkey.add', accountId, 'passkey_wrong', requester);
      throw new PasskeyWrongError();
    }
    const passkey: NewPasskey = {
      ...created,
      id: newIdentifier(),
      accountId,
      name: written,
      lastUsedAt: null,
      challengedAt: new Date(challenge.madeAt),
      userHandle: new Uint8Array(Buffer.from(challenge.userHandle, 'base64url')),
    };
    const codes = newRecoveryCodes();
    const hashes = codes.map(hashRecoveryCode);
    const proof = withCredentials(account, requester);
    const added = await this.changes.run({ event: 'passkey.add', accountId, proof }, (change) =>
      this.repository.add(change, passkey, hashes, isFirst),
    );
    if (!added) throw new PasskeyWrongError();
    return added.isFirstFactor ? codes : undefined;
  }

  /** Fails if the account has a factor: knowing the password is not enough to add another one. */
  async addFirst(account: Account, created: CreatedPasskey, requester: Requester) {
    return (await this.add(account, created, requester, true))!;
  }

  /** Each challenge works once. Errors do not reveal whether a passkey is known. */
  async verify(text: string, site: RelyingParty, requester: Requester, accountId?: string) {
    const { source = '' } = requester;
    const credential = toCredential(text);
    const subject = `passkey ${createHash('sha256')
      .update(credential?.credentialId ?? '')
      .digest('base64url')}`;
    const attempt = { subject, source };
    const limit =
      accountId === undefined
        ? (['sign-in', sourceKey(source)] as const)
        : (['second-factor', accountKey(accountId)] as const);
    let use: Use = { owner: undefined, refusal: 'passkey_wrong' };
    const check = async () => {
      use = await this.use(text, site, requester, accountId);
      return use.refusal === undefined;
    };
    await counted(this.presented, () => this.failedPasswords.isRightFactor(attempt, check, limit));
    const { owner, refusal } = use;
    if (owner && !refusal) return owner;
    const about = accountId ?? owner?.accountId ?? null;
    await this.record('passkey.use', about, refusal ?? 'passkey_wrong', requester);
    throw refusal === 'passkey_copied' ? new PasskeyCopiedError() : new PasskeyWrongError();
  }

  private async use(
    text: string,
    site: RelyingParty,
    requester: Requester,
    accountId: string | undefined,
  ): Promise<Use> {
    const response = toCredential(text);
    const owned = response && (await this.repository.find(response.credentialId));
    if (!owned) return { owner: undefined, refusal: 'passkey_wrong' };
    const { passkey, userHandle, generation } = owned;
    const owner = { accountId: passkey.accountId, generation };
    const wrong: Use = { owner, refusal: 'passkey_wrong' };
    if (accountId !== undefined && passkey.accountId !== accountId) return wrong;
    const told = response.userHandle;
    // If the account is not known in advance, the authenticator must name it (WebAuthn level 3, section 7.2).
    if (told === undefined ? accountId === undefined : !isSame(told, userHandle)) return wrong;
    let challenge: Challenge | undefined;
    const signed = await signedAssertion(text, passkey, site, (sealed) => {
      challenge = this.opened(sealed, buildRequest(accountId), site);
      return challenge !== undefined;
    });
    if (!signed || !challenge) return wrong;
    const proof = { shown: 'factor', requester: asOwner(requester, owner.accountId) } as const;
    const madeAt = new Date(challenge.madeAt);
    const isUsed = await this.changes.run(
      { event: 'passkey.use', accountId: owner.accountId, proof },
      (change) => this.repository.use(change, passkey, signed, madeAt),
    );
    if (isUsed) return { owner, refusal: undefined };
    const now = (await this.repository.find(passkey.credentialId))?.passkey;
    const isFresh = now !== undefined && now.challengedAt < madeAt;
    return { owner, refusal: isFresh ? 'passkey_copied' : 'passkey_wrong' };
  }

  async rename(accountId: string, id: string, name: string, requester: Requester) {
    const written = writtenName(name);
    const isRenamed =
      isIdentifier(id) &&
      (await this.changes.run({ event: 'passkey.rename', accountId, proof: requester }, (change) =>
        this.repository.rename(change, accountId, id, written),
      ));
    return isRenamed ?? false;
  }

  /** @throws SecondFactorMandatoryError if it is the last factor of an account that must have one */
  async remove(accountId: string, id: string, requester: Requester): Promise<boolean> {
    const isMandatory = await this.policy.isMandatory(accountId);
    const isRemoved =
      isIdentifier(id) &&
      (await this.changes.run({ event: 'passkey.remove', accountId, proof: requester }, (change) =>
        this.repository.remove(change, accountId, id, isMandatory),
      ));
    return isRemoved ?? false;
  }

  private challenge(purpose: string, site: RelyingParty, content: Partial<Challenge> = {}): string {
    const challenge: Challenge = { madeAt: Date.now(), ...content };
    return this.seal.sealText(challenge, buildContext(purpose, site), challengeMs);
  }

  private opened(text: string, purpose: string, site: RelyingParty): Challenge | undefined {
    return this.seal.openText<Challenge>(text, buildContext(purpose, site));
  }

  private record(
    event: AuditEventName,
    accountId: string | null,
    refusal: NonNullable<Use['refusal']>,
    requester: Requester,
  ): Promise<void> {
    return this.audit.record({ event, accountId, refusal, requester });
  }
}

const buildCreation = (accountId: string) => `create ${accountId}`;
const buildRequest = (accountId = '') => `get ${accountId}`;
const buildContext = (purpose: string, { browser }: RelyingParty) =>
  `passkey ${purpose} ${browser}`;

const isSame = (text: string, bytes: Bytes) => Buffer.from(text, 'base64url').equals(bytes);

function writtenName(name: string): string {
  if (isOverlong(name, longestPasskeyName)) {
    const params = { max: longestPasskeyName };
    throw ValidationFailedError.about({ name: { code: 'too_long', params } });
  }
  const written = name.trim().slice(0, longestPasskeyName).replaceAll(/\p{C}/gu, '');
  if (!written) throw ValidationFailedError.about({ name: 'required' });
  return written;
}

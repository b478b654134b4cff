import { Injectable, Optional } from '@nestjs/common';
import type { Change } from '../access/changes/change.js';
import { ChangesService, type ChangeRecord } from '../access/changes/changes.service.js';
import { isIdentifier, newIdentifier } from '../database/identifier.js';
import { hasFactor } from '../access/factors/has-factor.js';
import { PasswordHasher } from '../access/passwords/password-hasher.js';
import { ApplicationsRepository } from '../applications/applications.repository.js';
import type { Requester } from '../audit/requester.js';
import { retry } from '../access/retry.js';
import { TokenSeal } from '../access/tokens/token-seal.js';
import type {
  Account,
  AccountWithPassword,
  SqlTransaction,
  Transaction,
} from '../database/records.js';
import { proofOf, type Proof } from '../access/changes/account-lock.js';
import { PrismaService } from '../database/prisma.service.js';
import { DtoValidator } from '../validation/dto-validator.js';
import { presentNames } from '../validation/present-members.js';
import {
  AccountNotFoundError,
  EmailTakenError,
  type ErrorCode,
  PreconditionFailedError,
  SignInExpiredError,
  UnavailableError,
} from '../errors/error-registry.js';
import { ValidationFailedError } from '../errors/validation-failed.error.js';
import { AccountsRepository, NotDeletedError, type WithCreation } from './accounts.repository.js';
import { AccountCredentialsService, type PasswordChanger } from './account-credentials.service.js';
import { AccountPasswordsService } from './account-passwords.service.js';
import { AccountRecoveryService } from './account-recovery.service.js';
import {
  fieldsOfPermissions,
  fieldsOfPreferences,
  permissions,
  type SettingFields,
} from './account-settings.js';
import { clearedFields, fieldsSetBy } from './account.members.js';
import { UpdatePermissionsDto } from './dto/account-settings.dto.js';
import { CreateAccountDto } from './dto/create-account.dto.js';
import { isEmailAsPassword } from './dto/account.rules.js';
import { UpdatePreferencesDto } from './dto/preferences.dto.js';
import { UpdateAccountDto } from './dto/update-account.dto.js';
import { asValidationError } from './email-taken.js';
import type { NamedRequest } from './idempotency/idempotency-keys.repository.js';
import { IdempotencyService } from './idempotency/idempotency.service.js';
import { standingOf } from './owner-proofs.js';
import { SecondStep, type PasswordResult } from './second-step.js';
import { VerifiedEmailsRepository } from './verified-emails.repository.js';

/** What an account is beside its members. */
export interface AccountStatus {
  /** When the owner verified the email that the API shows. */
  readonly emailVerifiedAt: Date | null;
  /** Since when an operator has suspended it. */
  readonly suspendedAt: Date | null;
  /** Whether signing in to the console takes a second step. */
  readonly hasSecondFactor: boolean;
}

/** The caller of an update, and for whom it sets an email. */
export interface Updater extends Requester, PasswordChanger {
  /**
   * Who sets the email: the owner of the account, or a client that acts for the owner, like one with an OAuth token. The
   * API shows the email of a delegate at once, but until the owner adopts it the previous one signs in, is verified and
   * receives the links of resets.
   */
  readonly by: 'owner' | 'delegate';
}

/** Whether the current account may be changed. */
export type Condition = (account: Account) => boolean;

/** The changes of {@link AccountsService} in a transaction that the host has begun. */
export interface AccountsInTransaction {
  /** @see AccountsService.create */
  create(input: CreateAccountDto, requester?: Requester): Promise<Account>;
  /** @see AccountsService.update */
  update: AccountsService['update'];
  /** @see AccountsService.delete */
  delete(id: string, requester?: Requester, condition?: Condition): Promise<void>;
}

/** The rules of accounts (SPEC 2 to 4), the same for HTTP, messages, the command line and code. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly prisma: PrismaService,
    private readonly repository: AccountsRepository,
    private readonly hasher: PasswordHasher,
    private readonly validator: DtoValidator,
    private readonly passwords: AccountPasswordsService,
    private readonly idempotency: IdempotencyService,
    private readonly changes: ChangesService,
    private readonly recovery: AccountRecoveryService,
    private readonly credentials: AccountCredentialsService,
    private readonly applications: ApplicationsRepository,
    private readonly verifiedEmails: VerifiedEmailsRepository,
    private readonly seal: TokenSeal,
    @Optional() private readonly secondStep?: SecondStep,
  ) {}

  /** The account with this id. @throws AccountNotFoundError */
  get(id: string): Promise<Account> {
    return this.repository.get(id);
  }

  /** The account whose owner has this email, compared without regard to letter case; null when there is none. */
  findByEmail(email: string): Promise<Account | null> {
    return this.repository.findByEmail(email);
  }

  /**
   * Takes an email away from the other accounts that show it without having verified it, once a user has proved that it is
   * theirs. Each of them falls back to its last verified address, or else to the email of its creation.
   */
  async yieldEmail(
    change: Change,
    email: string,
    { channel }: Requester,
    ownId = '',
  ): Promise<void> {
    for (const { id, fallback } of await this.repository.findYielding(change, email, ownId)) {
      const about = { accountId: id, members: ['email'], requester: { channel } };
      await this.changes.run(
        { event: 'account.update', ...about },
        (inner) => this.repository.yieldEmail(inner, id, fallback),
        change,
      );
    }
  }

  /** Whether there are no accounts. */
  isEmpty(): Promise<boolean> {
    return this.repository.isEmpty();
  }

  /**
   * Creates an account (SPEC 4.1); its password waits for a free hash lane.
   *
   * @param requester who creates it; the account remembers through which application
   * @param request the idempotency key of the request: for 24 hours the same input
   *   with this key gets the same account, as it was created
   * @throws ValidationFailedError with every violation, including a taken email;
   *   OverloadedError when too many passwords wait to be hashed; IdempotencyKeyReusedError and
   *   IdempotencyKeyInUseError for a request of this key with other input, or one still in progress
   */
  create(
    input: CreateAccountDto,
    requester: Requester = {},
    request?: NamedRequest,
  ): Promise<Account> {
    if (!request) return this.createWith(input, undefined, requester);
    return this.idempotency.once(
      request,
      input,
      (also) => this.createWith(input, also, requester),
      requester.signal,
    );
  }

  /**
   * The same changes in a transaction that the host has begun with READ COMMITTED, in the database of the
   * accounts: they are committed or rolled back with it. A change that fails leaves the transaction as it was.
   *
   * Other requests see a change up to 250 ms after the commit, and the log has no line of it; the audit
   * trail has.
   *
   * @param transaction a client of `pg` after `BEGIN`, or an object with its method `query`: changes that share it are made
   *   one after the other. A hook passes on the transaction that it receives
   */
  within(transaction: SqlTransaction): AccountsInTransaction {
    const join = <T>(work: (joined: Transaction) => Promise<T>) =>
      this.prisma.join(transaction, work);
    return {
      create: (input, requester = {}) =>
        join((joined) => this.createWith(input, undefined, requester, joined)),
      update: (
        id: string,
        input: UpdateAccountDto,
        requester?: Partial<Updater>,
        condition?: Condition,
      ) => join((joined) => this.updateWith(id, input, requester, condition, joined)),
      delete: (id, requester = {}, condition) =>
        join((joined) => this.deleteWith(id, requester, condition, joined)),
    };
  }

  /**
   * Creates an account whose email its owner has proved: accounts that have not proved it yield it.
   *
   * @param prove uses the proof in the transaction in which the account is created, or throws
   * @throws ValidationFailedError, OverloadedError, and what `prove` throws
   */
  createProved(
    input: CreateAccountDto,
    prove: WithCreation,
    requester: Requester,
  ): Promise<Account> {
    return this.createWith(input, prove, requester, undefined, true);
  }

  /**
   * Creates an account and further rows in one transaction.
   *
   * @param also is done in the transaction in which the account is created
   * @param outer a transaction to join, without `also`
   * @param isProved whether accounts that have not proved the email yield it in the transaction of `also`
   * @throws ValidationFailedError, OverloadedError, and what `also` throws
   */
  async createWith(
    input: CreateAccountDto,
    also: WithCreation | undefined,
    requester: Requester,
    outer?: Transaction,
    isProved = false,
  ): Promise<Account> {
    const dto = await this.validator.validate(
      CreateAccountDto,
      input,
      async ({ email }, isSound): Promise<Record<string, ErrorCode>> =>
        !isProved &&
        isSound('email') &&
        (await this.repository.isEmailTaken(email, undefined, outer))
          ? { email: 'email_taken' }
          : {},
    );
    const passwordHash = await this.hasher.hash(dto.password);
    // The response was that the time is over, and the caller may have begun again.
    if (requester.signal?.aborted) throw new UnavailableError();
    const account = {
      id: newIdentifier(),
      ...clearedFields,
      ...fieldsSetBy(dto),
      passwordHash,
      registeredById: requester.applicationId ?? null,
    };
    const record = { event: 'account.create', accountId: account.id, requester } as const;
    const claim = async (change: Change) => {
      await this.yieldEmail(change, dto.email, requester);
      if (await this.repository.isEmailTaken(dto.email, '', change.models))
        throw new EmailTakenError();
    };
    return this.repository
      .create(record, account, also, outer, isProved ? claim : undefined)
      .catch(asValidationError);
  }

  /**
   * The account with this email and this password; where it has a second factor, what its second step takes, and where it
   * must have one and has none, what the page takes on which its owner sets one up. The error, its duration and the delays do not reveal which of the two is wrong.
   *
   * @param requester with the IP address by which attempts are counted
   * @throws CredentialsWrongError, RateLimitedError; AccountSuspendedError where the password is right; Error where the
   *   account has a second factor, and no feature is mounted that verifies it
   */
  async authenticate(
    email: string,
    password: string,
    requester: Requester,
  ): Promise<PasswordResult> {
    const account = await this.passwords.authenticate(email, password, requester);
    if (this.secondStep) return this.secondStep.afterPassword(account);
    // Another application on the same database may have the pages on which it was set up.
    if (await hasFactor(this.prisma, account.id)) {
      throw new Error('The account has a second factor, and AccountsModule lacks factorsFeature.');
    }
    return { status: 'authenticated', account };
  }

  /**
   * The account of a sign-in whose password was right, if this code of its authenticator app is right, or this recovery
   * code. A code works once.
   *
   * @param pending what {@link authenticate} has returned
   * @param requester with the IP address by which attempts are counted
   * @throws ValidationFailedError about `code`, RateLimitedError, AccountSuspendedError; SignInExpiredError after ten
   *   minutes, or when the password has been changed meanwhile
   */
  verifySecondFactor(pending: string, code: string, requester: Requester): Promise<Account> {
    if (!this.secondStep) return Promise.reject(new SignInExpiredError());
    return this.secondStep.verifySecondFactor(pending, code, requester);
  }

  /**
   * Changes all members of the input, or none (SPEC 4.2). A new password ends every
   * session and grant except the requester's.
   *
   * @param requester says `by` whom an email is set, without a default; required with an email
   * @param condition the precondition that the account must meet when it is changed, after concurrent changes
   * @throws ValidationFailedError, AccountNotFoundError, PreconditionFailedError, RateLimitedError for
   *   too many attempts at a password
   */
  update(
    id: string,
    input: UpdateAccountDto & { email?: undefined },
    requester?: Partial<Updater>,
    condition?: Condition,
  ): Promise<Account>;
  update(
    id: string,
    input: UpdateAccountDto,
    requester: Updater,
    condition?: Condition,
  ): Promise<Account>;
  update(
    id: string,
    input: UpdateAccountDto,
    requester?: Partial<Updater>,
    condition?: Condition,
  ): Promise<Account> {
    return this.updateWith(id, input, requester, condition);
  }

  private async updateWith(
    id: string,
    input: UpdateAccountDto,
    requester: Partial<Updater> = {},
    condition?: Condition,
    transaction?: Transaction,
  ): Promise<Account> {
    const { dto, changer } = await this.validUpdate(id, input, requester, transaction);
    const password = changer && {
      passwordHash: await this.hasher.hash(dto.new_password!),
      generation: changer.credentialsGeneration,
    };
    const endCredentials = (change: Change) => this.credentials.endAll(change, id, requester);
    // The response was that the time is over: a password that changed nevertheless would count the retry as a guess.
    if (requester.signal?.aborted) throw new UnavailableError();
    const records = recordsOf(id, dto, requester);
    const { by: setter } = requester;
    // A caller in JavaScript may have left it out, and either guess would be wrong for the other.
    if (dto.email !== undefined && setter !== 'owner' && setter !== 'delegate') {
      throw new TypeError("A change of the email must be by 'owner' or 'delegate'.");
    }
    const fields = fieldsSetBy(dto);
    return this.withRevision(id, { condition, transaction }, requester, async (revision) => {
      const update = {
        ...{ fields, password, setter, revision },
        ...(password && { also: endCredentials }),
      };
      const updated = await this.repository
        .update(records, id, update, transaction)
        .catch(asValidationError);
      const shown = changer ?? requester;
      if (!updated) await this.assertRetryable(id, proofOf(shown, requester), transaction);
      return updated;
    });
  }

  /**
   * The update when it violates no rule, with the account as its old password was checked, if it has one.
   *
   * @throws ValidationFailedError with every violation, RateLimitedError, AccountNotFoundError
   */
  private async validUpdate(
    id: string,
    input: UpdateAccountDto,
    requester: Requester,
    transaction?: Transaction,
  ): Promise<{ dto: UpdateAccountDto; changer?: AccountWithPassword }> {
    const examined = await this.validator.examine(UpdateAccountDto, input);
    const { email, old_password: oldPassword, new_password: newPassword } = examined.dto;
    const violations: Record<string, ErrorCode> = {};
    if (email !== undefined && examined.isSound('email')) {
      if (await this.repository.isEmailTaken(email, id, transaction)) {
        violations.email = 'email_taken';
      }
    }
    const changesPassword = oldPassword !== undefined && newPassword !== undefined;
    if (!changesPassword || !examined.isSound('old_password')) {
      return { dto: examined.valid(violations) };
    }
    const use = { event: 'password.change', requester, transaction } as const;
    const { account, isRight } = await this.passwords.attempt(id, oldPassword, use);
    if (!isRight) violations.old_password = 'old_password_wrong';
    const isStrict = this.validator.passwordPolicy === 'strict';
    if (isStrict && examined.isSound('new_password')) {
      if (isEmailAsPassword(newPassword, account.email)) {
        violations.new_password = 'password_is_email';
      }
    }
    return { dto: examined.valid(violations), changer: account };
  }

  /**
   * Makes the pending email of the account its owner's, for an owner who has confirmed it.
   *
   * @param email the pending email that the owner has seen
   * @param link the proof that a link gives, and what to do in the same change. Default: the session of the requester
   *   is the proof
   * @throws PreconditionFailedError when it is not pending any more; AccountNotFoundError; what the link throws
   */
  async adoptEmail(
    id: string,
    email: string,
    requester: Requester,
    link: { readonly proof?: Proof; also?(change: Change): Promise<unknown> } = {},
  ): Promise<Account> {
    const { also, ...proof } = link;
    const about = { accountId: id, members: ['email'], requester, ...proof };
    const update = { fields: { email }, setter: 'adoption', ...(also && { also }) } as const;
    const adopted = await this.repository
      .update([{ event: 'account.update', ...about }], id, update)
      .catch(asValidationError);
    if (adopted) return adopted;
    await this.repository.get(id);
    throw new PreconditionFailedError();
  }

  /**
   * Whether a change that another one was ahead of can be tried again.
   *
   * @param member the one with the password of the proof
   * @throws AccountNotFoundError; ValidationFailedError when the other change was one of the password; InvalidTokenError
   *   when the session or token has ended
   */
  private async assertRetryable(
    id: string,
    proof: Proof,
    transaction?: Transaction,
    member = 'old_password',
  ): Promise<void> {
    const { credentialsGeneration } = await this.repository.get(id, transaction);
    await this.repository.assertProof(proof, transaction);
    const shown = proof.credentialsGeneration ?? credentialsGeneration;
    // The password that was checked is no longer the current one.
    if (shown !== credentialsGeneration) {
      throw ValidationFailedError.about({ [member]: 'old_password_wrong' });
    }
  }

  /**
   * Sets a new password without the old one, for a host that has established by means of its own that the owner wants
   * it; no request or message does. Ends every session and grant except the requester's.
   *
   * @param generation the generation of the password that it replaces. Default: the current one
   * @throws ValidationFailedError about `new_password`, AccountNotFoundError; PreconditionFailedError when the password
   *   is of another generation
   */
  setPassword(
    id: string,
    newPassword: string,
    requester: Requester & PasswordChanger = {},
    generation?: number,
  ): Promise<Account> {
    return this.recovery.setPassword(id, newPassword, requester, generation);
  }

  /**
   * Changes all preferences of the input, or none; the others stay.
   *
   * @param condition the precondition that the account must meet when it is changed, after concurrent changes
   * @throws ValidationFailedError, AccountNotFoundError, PreconditionFailedError
   */
  async setPreferences(
    id: string,
    input: UpdatePreferencesDto,
    requester: Requester = {},
    condition?: Condition,
  ): Promise<Account> {
    const dto = await this.validator.validate(UpdatePreferencesDto, input);
    const members = presentNames(dto);
    const record = { event: 'account.update', accountId: id, members, requester } as const;
    return this.set(record, fieldsOfPreferences(dto), condition);
  }

  /**
   * Allows and denies the permissions of the input; the others stay. The caller decides who may do this: no token of an
   * account can.
   *
   * @throws ValidationFailedError, also about a name that is no permission; AccountNotFoundError
   */
  async setPermissions(
    id: string,
    input: UpdatePermissionsDto,
    requester: Requester = {},
  ): Promise<Account> {
    const dto = await this.validator.validate(UpdatePermissionsDto, input, async () => {
      const unknown = Object.keys(input).filter(
        (name) => !(permissions as readonly string[]).includes(name),
      );
      const params = { choices: permissions.join(', ') };
      return Object.fromEntries(unknown.map((name) => [name, { code: 'not_a_choice', params }]));
    });
    const members = presentNames(dto);
    const record = { event: 'permissions.change', accountId: id, members, requester } as const;
    return this.set(record, fieldsOfPermissions(dto));
  }

  private async set(
    record: ChangeRecord & { readonly accountId: string },
    fields: Partial<SettingFields>,
    condition?: Condition,
  ): Promise<Account> {
    const { accountId: id, requester } = record;
    if (!isIdentifier(id)) throw new AccountNotFoundError();
    return this.withRevision(id, { condition }, requester, async (revision) => {
      const updated = await this.repository.update([record], id, { fields, revision });
      if (!updated) await this.assertRetryable(id, requester);
      return updated;
    });
  }

  /** What the account is beside its members. */
  async status(account: Account): Promise<AccountStatus> {
    const [emailVerifiedAt, hasSecondFactor] = await Promise.all([
      this.emailVerifiedAt(account),
      hasFactor(this.prisma, account.id),
    ]);
    // A pending email is shown, and was not verified.
    const isPending = account.pendingEmail !== null;
    return {
      emailVerifiedAt: isPending ? null : emailVerifiedAt,
      suspendedAt: account.suspendedAt,
      hasSecondFactor,
    };
  }

  /** When the owner verified the email that signs in to the account; null if that did not happen. */
  emailVerifiedAt(account: Account): Promise<Date | null> {
    return this.verifiedEmails.verifiedAt(account);
  }

  /**
   * Deletes the account if the password is right.
   *
   * @throws ValidationFailedError about `password`, AccountNotFoundError, RateLimitedError
   */
  async deleteWithPassword(id: string, password: string, requester: Requester = {}): Promise<void> {
    const use = { event: 'account.delete', requester } as const;
    const { account, isRight } = await this.passwords.attempt(id, password, use);
    if (!isRight) throw ValidationFailedError.about({ password: 'old_password_wrong' });
    const { credentialsGeneration } = account;
    await this.delete(id, { ...requester, credentialsGeneration });
  }

  /**
   * Deletes the account with all its data.
   *
   * @throws AccountNotFoundError, PreconditionFailedError
   */
  delete(id: string, requester: Requester = {}, condition?: Condition): Promise<void> {
    return this.deleteWith(id, requester, condition);
  }

  private async deleteWith(
    id: string,
    requester: Requester,
    condition?: Condition,
    transaction?: Transaction,
  ): Promise<void> {
    if (!isIdentifier(id)) throw new AccountNotFoundError();
    const record = { event: 'account.delete', accountId: id, requester } as const;
    await this.withRevision(id, { condition, transaction }, requester, async (revision) => {
      const remove = async (change: Change) => {
        // The change has locked the account, so nothing can change it before it is deleted.
        const account = await this.repository.find(id, change.models, revision);
        if (!account) return false;
        const verified = await this.verifiedEmails.of(id, change.models);
        if (standingOf(account, verified) === 'verified')
          change.notice = { sealed: this.sealedOwner(account) };
        await this.applications.deleteAll(change, id);
        await this.repository.delete(change, id);
        return true;
      };
      const deleted = await this.changes
        .run(record, remove, transaction)
        .catch((error: unknown) => {
          if (!(error instanceof NotDeletedError)) throw error;
        });
      if (deleted) return true;
      await this.assertRetryable(id, requester, transaction, 'password');
      return undefined;
    });
  }

  /** Whom the mail about the deletion goes to, sealed for the queue of the account. */
  private sealedOwner({ id, email, name, languageCode }: Account): string {
    const sealed = this.seal.seal(JSON.stringify({ email, name, languageCode }), id);
    return Buffer.from(sealed).toString('base64');
  }

  /**
   * Changes an account that meets the condition, with an optimistic lock on its revision.
   *
   * @param change returns undefined when another change was first
   */
  private async withRevision<T>(
    id: string,
    {
      condition,
      transaction,
    }: { condition?: Condition | undefined; transaction?: Transaction | undefined },
    { signal }: Requester,
    change: (revision?: number) => Promise<T | undefined>,
  ): Promise<T> {
    return retry(async () => {
      const account = condition && (await this.repository.get(id, transaction));
      if (account && !condition(account)) throw new PreconditionFailedError();
      return change(account?.revision);
    }, signal);
  }
}

/** The events of an update: one of its password, and one of the members that are sent. */
function recordsOf(
  accountId: string,
  { old_password: _, new_password: password, ...dto }: UpdateAccountDto,
  requester: Requester,
): ChangeRecord[] {
  const members = presentNames(dto);
  const about = { accountId, requester };
  const records: ChangeRecord[] = [];
  if (password !== undefined) records.push({ event: 'password.change', ...about });
  if (members.length > 0) records.push({ event: 'account.update', members, ...about });
  return records.length > 0 ? records : [about];
}

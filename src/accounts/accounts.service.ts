import { Injectable, Optional } from '@nestjs/common';
import type { Change } from '../changes/change.js';
import { ChangesService, type ChangeRecord } from '../changes/changes.service.js';
import { isIdentifier, newIdentifier } from '../database/identifier.js';
import { hasFactor } from '../access/has-factor.js';
import { PasswordHasher } from '../access/passwords/password-hasher.js';
import { ApplicationsRepository } from '../applications/applications.repository.js';
import { assertCounted, type CountedRequester, type Requester } from '../request/requester.js';
import { retry } from '../access/retry.js';
import { TokenSeal } from '../access/tokens/token-seal.js';
import type {
  Account,
  AccountWithPassword,
  SqlTransaction,
  Transaction,
} from '../database/records.js';
import { assertConditions } from '../changes/account-lock.js';
import { conditionsOf, requesterOf, withCredentials, type Proof } from '../changes/proof.js';
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
import type { Violations } from '../errors/form-error.js';
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
import { changeEvents, clearedFields, fieldsSetBy } from './account.members.js';
import { UpdatePermissionsDto } from './dto/account-settings.dto.js';
import { CreateAccountDto } from './dto/create-account.dto.js';
import { violationsOfPassword } from './dto/account.rules.js';
import { UpdatePreferencesDto } from './dto/preferences.dto.js';
import { UpdateAccountDto } from './dto/update-account.dto.js';
import { asValidationError } from './email-taken.js';
import type { NamedRequest } from './idempotency/idempotency-keys.repository.js';
import { IdempotencyService } from './idempotency/idempotency.service.js';
import { OwnerEmailsService } from './owner-emails.service.js';
import { standingOf } from './owner-proofs.js';
import {
  SecondStep,
  type FactorSetup,
  type FirstFactor,
  type PasswordResult,
} from './second-step.js';
import { VerifiedEmailsRepository } from './verified-emails.repository.js';
import type { Input } from '../validation/unvalidated.js';

/** What an account is beside its members. */
export interface AccountStatus {
  /** When the owner verified the email that the API shows. */
  readonly emailVerifiedAt: Date | null;
  /** Since when an operator has suspended it. */
  readonly suspendedAt: Date | null;
  /** Whether signing in to the console takes a second step. */
  readonly hasSecondFactor: boolean;
}

/** What allows an update, and for whom it sets an email. */
export type Updater = Proof &
  PasswordChanger & {
    /**
     * Who sets the email: the owner of the account, or a client that acts for the owner, like one with an OAuth token. The
     * API shows the email of a delegate at once, but until the owner adopts it the previous one signs in, is verified and
     * receives the links of resets.
     */
    readonly by: 'owner' | 'delegate';
  };

/** Whether the current account may be changed. */
export type Condition = (account: Account) => boolean;

/** What belongs to the creation of an account. */
export interface AccountCreation {
  /**
   * The idempotency key of the request: for 24 hours the same input with this key gets the same account, as it was
   * created. Default: none
   */
  readonly request?: NamedRequest | undefined;
  /** Is done in the transaction in which the account is created, or else there is no account. Default: nothing */
  readonly also?: WithCreation | undefined;
}

/** The changes of {@link AccountsService} in a transaction that the host has begun. */
export interface AccountsInTransaction {
  /** @see AccountsService.create */
  create(input: Input<CreateAccountDto>, proof: Proof): Promise<Account>;
  /** @see AccountsService.update */
  update: AccountsService['update'];
  /** @see AccountsService.delete */
  delete: AccountsService['delete'];
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
    private readonly emails: OwnerEmailsService,
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

  /** Whether there are no accounts. */
  isEmpty(): Promise<boolean> {
    return this.repository.isEmpty();
  }

  /**
   * Creates an account (SPEC 4.1); its password waits for a free hash lane.
   *
   * @param proof what allows it; the account remembers through which application. The link of a mail proves the email:
   *   accounts that have not proved it yield it
   * @throws ValidationFailedError with every violation, including a taken email;
   *   OverloadedError when too many passwords wait to be hashed; IdempotencyKeyReusedError and
   *   IdempotencyKeyInUseError for a request of this key with other input, or one still in progress; what `also` throws
   */
  async create(
    input: Input<CreateAccountDto>,
    proof: Proof,
    { request, also }: AccountCreation = {},
  ): Promise<Account> {
    const requester = requesterOf(proof);
    if (request) {
      const create = (complete: WithCreation) =>
        this.create(input, proof, {
          also: async (change, account) => {
            await also?.(change, account);
            await complete(change, account);
          },
        });
      return this.idempotency.once(request, input, create, requester.signal);
    }
    const isProved = 'shown' in proof && proof.shown === 'link';
    const dto = await this.validator.validate(
      CreateAccountDto,
      input,
      async (examined): Promise<Record<string, ErrorCode>> => {
        const email = examined.sound('email');
        if (isProved || email === undefined) return {};
        const { transaction } = requester;
        const isTaken = await this.repository.isEmailTaken(email, undefined, transaction);
        return isTaken ? { email: 'email_taken' } : {};
      },
    );
    const passwordHash = await this.hasher.hash(dto.password);
    // The response was that the time is over, and the caller may have begun again.
    if (requester.signal?.aborted) throw new UnavailableError();
    const account = {
      id: newIdentifier(),
      ...clearedFields,
      ...fieldsSetBy(dto),
      passwordHash,
      registeredById: 'applicationId' in requester ? (requester.applicationId ?? null) : null,
    };
    const record = { event: 'account.create', accountId: account.id, proof } as const;
    const claim = async (change: Change) => {
      await this.emails.yield(change, dto.email);
      if (await this.repository.isEmailTaken(dto.email, '', change.models))
        throw new EmailTakenError();
    };
    return this.repository
      .create(record, account, also, isProved ? claim : undefined)
      .catch(asValidationError);
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
    const joined = <P extends Proof, T>(proof: P, work: (proof: P) => Promise<T>) =>
      this.prisma.join(transaction, (models) => work(inTransaction(proof, models)));
    return {
      create: (input, proof) => joined(proof, (inside) => this.create(input, inside)),
      update: (id: string, input: Input<UpdateAccountDto>, proof: Updater, condition?: Condition) =>
        joined(proof, (inside) => this.update(id, input, inside, condition)),
      delete: (id, proof, condition) =>
        joined(proof, (inside) => this.delete(id, inside, condition)),
    };
  }

  /**
   * Checks an email and a password. Returns the account, or a token for its second step, or for setting up the second
   * factor that it must have and lacks. The error, its duration and the delays do not reveal which of the two is wrong.
   *
   * @param requester with the IP address by which attempts are counted
   * @throws CredentialsWrongError, RateLimitedError; AccountSuspendedError where the password is right; TypeError without
   *   an IP address; Error where the account has a second factor, and no feature is mounted that verifies it
   */
  async authenticate(
    email: string,
    password: string,
    requester: CountedRequester,
  ): Promise<PasswordResult> {
    assertCounted(requester);
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
  async verifySecondFactor(
    pending: string,
    code: string,
    requester: CountedRequester,
  ): Promise<Account> {
    assertCounted(requester);
    if (!this.secondStep) throw new SignInExpiredError();
    return this.secondStep.verifySecondFactor(pending, code, requester);
  }

  /**
   * Begins to set up the authenticator app that an account must have to sign in.
   *
   * @param pendingSetup what {@link authenticate} has returned
   * @param issuer the name of the service in the app
   * @throws SignInExpiredError after ten minutes, or after the password has changed or the account has got a factor;
   *   AccountSuspendedError
   */
  async beginFactorSetup(pendingSetup: string, issuer: string): Promise<FactorSetup> {
    if (!this.secondStep) throw new SignInExpiredError();
    return this.secondStep.beginFactorSetup(pendingSetup, issuer);
  }

  /**
   * Adds the authenticator app with its first code, and so ends the sign-in. The recovery codes cannot be read again.
   *
   * @param setup what {@link beginFactorSetup} has returned, at most half an hour before
   * @throws ValidationFailedError about `code`; SignInExpiredError as {@link beginFactorSetup} does, and for an expired
   *   `setup`; AccountSuspendedError
   */
  async finishFactorSetup(
    pendingSetup: string,
    { setup, code }: { readonly setup: string; readonly code: string },
    requester: Requester,
  ): Promise<FirstFactor> {
    if (!this.secondStep) throw new SignInExpiredError();
    return this.secondStep.finishFactorSetup(pendingSetup, { setup, code }, requester);
  }

  /**
   * Changes all members of the input, or none (SPEC 4.2). A new password ends every
   * session and grant except the requester's.
   *
   * @param proof what allows it; says `by` whom an email is set, without a default; required with an email
   * @param condition the precondition that the account must meet when it is changed, after concurrent changes
   * @throws ValidationFailedError, AccountNotFoundError, PreconditionFailedError, RateLimitedError for
   *   too many attempts at a password
   */
  update(
    id: string,
    input: Input<UpdateAccountDto & { email?: undefined }>,
    proof: Proof & PasswordChanger,
    condition?: Condition,
  ): Promise<Account>;
  update(
    id: string,
    input: Input<UpdateAccountDto>,
    proof: Updater,
    condition?: Condition,
  ): Promise<Account>;
  async update(
    id: string,
    input: Input<UpdateAccountDto>,
    proof: Proof & PasswordChanger & { readonly by?: Updater['by'] },
    condition?: Condition,
  ): Promise<Account> {
    const requester = requesterOf(proof);
    const { dto, checked } = await this.validUpdate(id, input, requester);
    const passwordHash = checked && (await this.hasher.hash(dto.new_password!));
    // The response was that the time is over: a password that changed nevertheless would count the retry as a guess.
    if (requester.signal?.aborted) throw new UnavailableError();
    const { by: setter } = proof;
    // A caller in JavaScript may have left it out, and either guess would be wrong for the other.
    if (dto.email !== undefined && setter !== 'owner' && setter !== 'delegate') {
      throw new TypeError("A change of the email must be by 'owner' or 'delegate'.");
    }
    const shown = checked ? withCredentials(checked, requester) : proof;
    const records = recordsOf(id, dto, shown);
    const fields = fieldsSetBy(dto);
    const endCredentials = (change: Change) => this.credentials.endAll(change, id, proof);
    return this.withRevision(id, condition, requester, async (revision) => {
      const update = {
        ...{ fields, passwordHash, setter, revision },
        ...(checked && { also: endCredentials }),
      };
      const updated = await this.repository.update(records, id, update).catch(asValidationError);
      if (!updated) await this.assertRetryable(id, shown);
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
    input: Input<UpdateAccountDto>,
    requester: Requester,
  ): Promise<{ dto: UpdateAccountDto; checked?: AccountWithPassword }> {
    let examined = await this.validator.examine(UpdateAccountDto, input);
    const given = examined.given('email');
    // An email that an earlier release has accepted can be sent back.
    if (typeof given === 'string' && examined.sound('email') === undefined) {
      const { transaction } = requester;
      if (await this.repository.showsEmail(id, given, transaction))
        examined = examined.without('email');
    }
    const violations: Record<string, Violations[string]> = {};
    const email = examined.sound('email');
    if (email !== undefined) {
      if (await this.repository.isEmailTaken(email, id, requester.transaction)) {
        violations.email = 'email_taken';
      }
    }
    const oldPassword = examined.sound('old_password');
    if (oldPassword === undefined || examined.given('new_password') === undefined) {
      return { dto: examined.valid(violations) };
    }
    const use = { event: 'password.change', requester } as const;
    const { account, isRight } = await this.passwords.attempt(id, oldPassword, use);
    if (!isRight) violations.old_password = 'old_password_wrong';
    const { passwordPolicy } = this.validator;
    Object.assign(violations, violationsOfPassword(passwordPolicy, examined, account));
    return { dto: examined.valid(violations), checked: account };
  }

  /**
   * Whether a change that another one was ahead of can be tried again.
   *
   * @param member the one with the password of the proof
   * @throws AccountNotFoundError; ValidationFailedError when the other change was one of the password; InvalidTokenError
   *   when the session or token has ended
   */
  private async assertRetryable(id: string, proof: Proof, member = 'old_password'): Promise<void> {
    const { transaction } = requesterOf(proof);
    const { credentialsGeneration } = await this.repository.get(id, transaction);
    const conditions = conditionsOf(proof);
    await assertConditions(this.prisma, transaction ?? this.prisma, conditions);
    const { generation = credentialsGeneration } = conditions;
    // The password that was checked is no longer the current one.
    if (generation !== credentialsGeneration) {
      throw ValidationFailedError.about({ [member]: 'old_password_wrong' });
    }
  }

  /**
   * Sets a new password without the old one, for a host that has established by means of its own that the owner wants
   * it; no request or message does. Ends every session and grant except the requester's.
   *
   * @param proof what allows it
   * @throws ValidationFailedError about `new_password`, AccountNotFoundError; PreconditionFailedError when the password
   *   has been changed in the meantime
   */
  setPassword(id: string, newPassword: string, proof: Proof & PasswordChanger): Promise<Account> {
    return this.recovery.setPassword(id, newPassword, proof);
  }

  /**
   * Changes all preferences of the input, or none; the others stay.
   *
   * @param condition the precondition that the account must meet when it is changed, after concurrent changes
   * @throws ValidationFailedError, AccountNotFoundError, PreconditionFailedError
   */
  async setPreferences(
    id: string,
    input: Input<UpdatePreferencesDto>,
    proof: Requester,
    condition?: Condition,
  ): Promise<Account> {
    const dto = await this.validator.validate(UpdatePreferencesDto, input);
    const members = presentNames(dto);
    const record = { event: 'account.update', accountId: id, members, proof } as const;
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
    input: Input<UpdatePermissionsDto>,
    proof: Requester,
  ): Promise<Account> {
    const dto = await this.validator.validate(UpdatePermissionsDto, input, async () => {
      const unknown = Object.keys(input).filter(
        (name) => !(permissions as readonly string[]).includes(name),
      );
      const params = { choices: permissions.join(', ') };
      return Object.fromEntries(unknown.map((name) => [name, { code: 'not_a_choice', params }]));
    });
    const members = presentNames(dto);
    const record = { event: 'permissions.change', accountId: id, members, proof } as const;
    return this.set(record, fieldsOfPermissions(dto));
  }

  private async set(
    record: ChangeRecord & { readonly accountId: string },
    fields: Partial<SettingFields>,
    condition?: Condition,
  ): Promise<Account> {
    const { accountId: id, proof } = record;
    if (!isIdentifier(id)) throw new AccountNotFoundError();
    return this.withRevision(id, condition, requesterOf(proof), async (revision) => {
      const updated = await this.repository.update([record], id, { fields, revision });
      if (!updated) await this.assertRetryable(id, proof);
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
  async deleteWithPassword(id: string, password: string, requester: Requester): Promise<void> {
    const use = { event: 'account.delete', requester } as const;
    const { account, isRight } = await this.passwords.attempt(id, password, use);
    if (!isRight) throw ValidationFailedError.about({ password: 'old_password_wrong' });
    await this.delete(id, withCredentials(account, requester));
  }

  /**
   * Deletes the account with all its data.
   *
   * @throws AccountNotFoundError, PreconditionFailedError
   */
  async delete(id: string, proof: Proof, condition?: Condition): Promise<void> {
    if (!isIdentifier(id)) throw new AccountNotFoundError();
    const record = { event: 'account.delete', accountId: id, proof } as const;
    await this.withRevision(id, condition, requesterOf(proof), async (revision) => {
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
      const deleted = await this.changes.run(record, remove).catch((error: unknown) => {
        if (!(error instanceof NotDeletedError)) throw error;
      });
      if (deleted) return true;
      await this.assertRetryable(id, proof, 'password');
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
    condition: Condition | undefined,
    { signal, transaction }: Requester,
    change: (revision?: number) => Promise<T | undefined>,
  ): Promise<T> {
    return retry(async () => {
      const account = condition && (await this.repository.get(id, transaction));
      if (account && !condition(account)) throw new PreconditionFailedError();
      return change(account?.revision);
    }, signal);
  }
}

/** The events of an update: that of its password, and those of the members that are sent. */
function recordsOf(
  accountId: string,
  { old_password: _, new_password: password, ...dto }: UpdateAccountDto,
  proof: Proof,
): ChangeRecord[] {
  const about = { accountId, proof };
  const records: ChangeRecord[] = [];
  if (password !== undefined) records.push({ event: 'password.change', ...about });
  for (const [event, members] of changeEvents(presentNames(dto))) {
    records.push({ event, members, ...about });
  }
  return records.length > 0 ? records : [about];
}

/** The same proof of a caller whose changes join a transaction. */
function inTransaction<P extends Proof>(proof: P, transaction: Transaction): P {
  return 'shown' in proof
    ? { ...proof, requester: { ...proof.requester, transaction } }
    : { ...proof, transaction };
}

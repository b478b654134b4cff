import { Inject, Injectable, Optional } from '@nestjs/common';
import type { Change } from '../changes/change.js';
import type { ChangeRecord } from '../changes/changes.service.js';
import { isIdentifier } from '../database/identifier.js';
import { hasFactor } from '../factors/factors.repository.js';
import { PasswordHasher } from '../access/passwords/password-hasher.js';
import {
  assertCounted,
  type ByHost,
  type CountedRequester,
  type OperatorRequester,
  type Requester,
} from '../request/requester.js';
import type {
  Account,
  AccountWithPassword,
  SqlTransaction,
  Transaction,
} from '../database/records.js';
import { getRequester, withCredentials, type Proof } from '../changes/proof.js';
import { PrismaService } from '../database/prisma.service.js';
import { DtoValidator } from '../validation/dto-validator.js';
import { presentNames } from '../validation/present-members.js';
import {
  AccountNotFoundError,
  SignInExpiredError,
  UnavailableError,
} from '../errors/error-registry.js';
import { assertFilled } from '../errors/assert-filled.js';
import type { Violations } from '../errors/form-error.js';
import { ValidationFailedError } from '../errors/validation-failed.error.js';
import { AccountCreations, isLink } from './account-creations.js';
import { AccountDeletions } from './account-deletions.js';
import { AccountRevisions, type Condition } from './account-revisions.js';
import { AccountsRepository, type WithCreation } from './accounts.repository.js';
import {
  AccountCredentialsService,
  type PasswordChanger,
} from './sign-in/account-credentials.service.js';
import { AccountLastSignIn } from './sign-in/account-last-sign-in.js';
import { AccountPasswordsService } from './sign-in/account-passwords.service.js';
import { AccountRecoveryService } from './sign-in/account-recovery.service.js';
import { toSettingFields, permissions } from './account-settings.js';
import { changeEvents, fieldsSetBy } from './account-fields.js';
import { UpdatePermissionsDto } from './dto/account-settings.dto.js';
import { CreateAccountDto } from './dto/create-account.dto.js';
import { findPasswordViolations } from './dto/account.rules.js';
import { UpdatePreferencesDto } from './dto/preferences.dto.js';
import { UpdateAccountDto } from './dto/update-account.dto.js';
import type { NamedRequest } from './idempotency/idempotency-keys.repository.js';
import { IdempotencyService } from './idempotency/idempotency.service.js';
import {
  AccountImportsService,
  type ImportInput,
  type ImportOptions,
} from './imports/account-imports.service.js';
import type { ImportSummary } from './imports/import-result.js';
import { secondStepToken } from './sign-in/second-step.js';
import type { FactorSetup, FirstFactor, PasswordResult } from './sign-in/second-step.js';
import type { SignInService } from './sign-in/sign-in.service.js';
import { VerifiedEmailsRepository } from './emails/verified-emails.repository.js';
import { AccountsOptionsError } from '../options/accounts-options.error.js';
import type { Input } from '../validation/unvalidated.js';
import { assertTexts } from '../validation/assert-texts.js';

/** The state of an account that is not part of its members. */
export interface AccountStatus {
  /** When the owner verified the email that the API shows. */
  readonly emailVerifiedAt: Date | null;
  /** When an operator suspended the account. */
  readonly suspendedAt: Date | null;
  /** Whether signing in to the console requires a second step. */
  readonly hasSecondFactor: boolean;
}

/** The proof that allows an update, and who sets the email. */
export type Updater = Proof &
  PasswordChanger & {
    /**
     * The setter of the email: the owner, or a client that acts for the owner, for example with an OAuth token. The API
     * shows a delegate's email immediately. Until the owner adopts it, the previous one stays verified and signs in.
     * An email leads to the account, so a host sets it as the owner only after a recent sign-in or confirmation: on
     * routes with `@SessionAuth({ confirmed: true })`.
     */
    readonly by: 'owner' | 'delegate';
  };

/** Options of an account creation. */
export interface AccountCreation {
  /** The idempotency key: for 24 hours, the same input returns the same account, as it was created. Default: none */
  readonly request?: NamedRequest | undefined;
  /** Runs in the transaction that creates the account; an error rolls it back. Default: nothing */
  readonly also?: WithCreation | undefined;
}

/** The changes of {@link AccountsService} inside a transaction of the host. */
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
    private readonly recovery: AccountRecoveryService,
    private readonly creations: AccountCreations,
    private readonly credentials: AccountCredentialsService,
    private readonly verifiedEmails: VerifiedEmailsRepository,
    private readonly revisions: AccountRevisions,
    private readonly deletions: AccountDeletions,
    private readonly imports: AccountImportsService,
    private readonly lastSignIn: AccountLastSignIn,
    @Optional() @Inject(secondStepToken) private readonly secondStep?: SignInService,
  ) {}

  /** Returns the account with this id. @throws AccountNotFoundError */
  get(id: string): Promise<Account> {
    return this.repository.get(id);
  }

  /** Returns the account whose owner has this email, regardless of letter case, or null if no account has it. */
  findByEmail(email: string): Promise<Account | null> {
    return this.repository.findByEmail(email);
  }

  /** Whether no account exists. */
  isEmpty(): Promise<boolean> {
    return this.repository.isEmpty();
  }

  /**
   * Creates an account (SPEC 4.1). The account stores the application of the proof. A mail link proves the email:
   * accounts that have not proved it lose it.
   *
   * @throws ValidationFailedError, also for a taken email; OverloadedError; IdempotencyKeyReusedError for other input
   *   with the same key; IdempotencyKeyInUseError while such a request is in progress; errors of `also`
   */
  async create(
    input: Input<CreateAccountDto>,
    proof: Proof,
    { request, also }: AccountCreation = {},
  ): Promise<Account> {
    const requester = getRequester(proof);
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
    const { password, ...members } = await this.validator.validate(
      CreateAccountDto,
      input,
      async (examined) =>
        isLink(proof) ? {} : this.findEmailViolations(examined.getValid('email'), requester),
    );
    const passwordHash = await this.hasher.hash(password);
    // The request has timed out, and the caller may have begun again.
    if (requester.signal?.aborted) throw new UnavailableError();
    return this.creations.create({ ...members, passwordHash }, proof, also);
  }

  /**
   * Imports accounts from another system, with their password hashes. Each batch of rows has a transaction, in which the
   * hooks for created accounts run. A rejected row does not stop the others. A row whose email belongs to an account
   * changes nothing, so an interrupted import can be repeated.
   *
   * @param rows one at a time, so that they need not fit into memory
   * @returns how many rows were created, existing and rejected
   * @throws errors of the iteration and of `report`; errors of the database if it is unavailable
   */
  import(
    rows: Iterable<ImportInput> | AsyncIterable<ImportInput>,
    proof: ByHost | OperatorRequester,
    options?: ImportOptions,
  ): Promise<ImportSummary> {
    return this.imports.import(rows, proof, options);
  }

  /**
   * Makes the same changes in a READ COMMITTED transaction of the host. A failed change leaves it as it was. Other
   * requests see a change up to 250 ms after the commit. The audit trail records it, but the log does not. In another
   * isolation level, or without a method `query`, each change rejects with a TypeError.
   *
   * @param transaction a client of `pg` after `BEGIN`, an object with its method `query`, or what a hook receives.
   *   Changes that share it run one at a time
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
   * Checks an email and a password. The error, its duration and the delays do not reveal which of them is wrong.
   *
   * @throws CredentialsWrongError, RateLimitedError; AccountSuspendedError if the password is right;
   * ValidationFailedError about a value that is not text; TypeError without an IP address; AccountsOptionsError if the
   *   account has a second factor and no mounted feature verifies it
   */
  async authenticate(
    email: string,
    password: string,
    requester: CountedRequester,
  ): Promise<PasswordResult> {
    assertCounted(requester);
    assertTexts({ email, password });
    const account = await this.passwords.authenticate(email, password, requester);
    if (this.secondStep) return this.secondStep.afterPassword(account);
    // The owner may have set it up on the pages of another application that uses the same database.
    if (await hasFactor(this.prisma, account.id)) {
      throw new AccountsOptionsError(
        'The account has a second factor, and AccountsModule lacks factorsFeature.',
      );
    }
    this.lastSignIn.record(account.id);
    return { status: 'authenticated', account };
  }

  /**
   * Verifies the second step with a code of the authenticator app, or a recovery code. Each code works once.
   *
   * @throws ValidationFailedError about `code`, RateLimitedError, AccountSuspendedError; SignInExpiredError after ten
   *   minutes, or if the password has changed since
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
   * Starts setting up the authenticator app that an account must have to sign in.
   *
   * @param issuer the name of the service in the app
   * @throws SignInExpiredError after ten minutes, or once the password has changed or the account has a factor;
   *   AccountSuspendedError
   */
  async beginFactorSetup(pendingSetup: string, issuer: string): Promise<FactorSetup> {
    if (!this.secondStep) throw new SignInExpiredError();
    return this.secondStep.beginFactorSetup(pendingSetup, issuer);
  }

  /**
   * Adds the authenticator app with its first code, and completes the sign-in. The recovery codes cannot be read again.
   *
   * @throws ValidationFailedError about `code`, SignInExpiredError, AccountSuspendedError
   */
  async finishFactorSetup(
    pendingSetup: string,
    app: { readonly setup: string; readonly code: string },
    requester: Requester,
  ): Promise<FirstFactor> {
    if (!this.secondStep) throw new SignInExpiredError();
    return this.secondStep.finishFactorSetup(pendingSetup, app, requester);
  }

  /**
   * Changes all members of the input, or none (SPEC 4.2). A new password ends every session and grant except the
   * requester's.
   *
   * @param proof what allows the change; an email requires `by`, which has no default
   * @param condition the precondition that the account must meet when it is changed, after concurrent changes
   * @throws ValidationFailedError, AccountNotFoundError, PreconditionFailedError, RateLimitedError
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
    const requester = getRequester(proof);
    const { dto, checked } = await this.validUpdate(id, input, requester);
    const passwordHash = checked && (await this.hasher.hash(dto.new_password!));
    // The request has timed out. If the password changed anyway, a retry would count as a wrong guess.
    if (requester.signal?.aborted) throw new UnavailableError();
    const { by: setter } = proof;
    // A JavaScript caller may have omitted it, and neither value is a safe default.
    if (dto.email !== undefined && setter !== 'owner' && setter !== 'delegate') {
      throw new TypeError("A change of the email must be by 'owner' or 'delegate'.");
    }
    const shown = checked ? withCredentials(checked, requester) : proof;
    const records = toRecords(id, dto, shown);
    const fields = fieldsSetBy(dto);
    const endCredentials = (change: Change) => this.credentials.endAll(change, id, proof);
    const also = checked && endCredentials;
    return this.revisions.change(id, condition, shown, (revision) =>
      this.repository.update(records, id, { fields, passwordHash, setter, revision, also }),
    );
  }

  /** With a password change, also returns the account whose old password was checked. */
  private async validUpdate(
    id: string,
    input: Input<UpdateAccountDto>,
    requester: Requester,
  ): Promise<{ dto: UpdateAccountDto; checked?: AccountWithPassword }> {
    let examined = await this.validator.examine(UpdateAccountDto, input);
    const given = examined.getGiven('email');
    // Accept an email that is sent back unchanged, even if only an earlier release accepted it.
    if (typeof given === 'string' && examined.getValid('email') === undefined) {
      if (await this.repository.showsEmail(id, given, requester.transaction))
        examined = examined.without('email');
    }
    const violations = await this.findEmailViolations(examined.getValid('email'), requester, id);
    const oldPassword = examined.getValid('old_password');
    if (oldPassword === undefined || examined.getGiven('new_password') === undefined) {
      return { dto: examined.valid(violations) };
    }
    const use = { event: 'password.change', requester } as const;
    const { account, isRight } = await this.passwords.attempt(id, oldPassword, use);
    const oldPasswordViolations: Violations = isRight ? {} : { old_password: 'old_password_wrong' };
    const passwordViolations = findPasswordViolations(
      this.validator.passwordPolicy,
      examined,
      account,
    );
    const dto = examined.valid({ ...violations, ...oldPasswordViolations, ...passwordViolations });
    return { dto, checked: account };
  }

  private async findEmailViolations(
    email: string | undefined,
    { transaction }: Requester,
    ownId?: string,
  ): Promise<Violations> {
    const isTaken =
      email !== undefined && (await this.repository.isEmailTaken(email, ownId, transaction));
    return isTaken ? { email: 'email_taken' } : {};
  }

  /**
   * Sets a new password without the old one, for a host that has verified the owner's wish in its own way. Ends every
   * session and grant except the requester's.
   *
   * @throws ValidationFailedError about `new_password`, AccountNotFoundError; PreconditionFailedError if the password
   *   has changed since
   */
  setPassword(id: string, newPassword: string, proof: Proof & PasswordChanger): Promise<Account> {
    return this.recovery.setPassword(id, newPassword, proof);
  }

  /**
   * Changes all preferences of the input, or none. Absent ones stay unchanged.
   *
   * @param condition as in {@link update}
   * @throws ValidationFailedError, AccountNotFoundError, PreconditionFailedError
   */
  async setPreferences(
    id: string,
    input: Input<UpdatePreferencesDto>,
    proof: Requester,
    condition?: Condition,
  ): Promise<Account> {
    const dto = await this.validator.validate(UpdatePreferencesDto, input);
    return this.set({ event: 'account.update', accountId: id, proof }, dto, condition);
  }

  /**
   * Grants and denies the permissions of the input. Absent ones stay unchanged. The caller decides who may do this.
   *
   * @throws ValidationFailedError, also for an unknown permission name; AccountNotFoundError
   */
  async setPermissions(
    id: string,
    input: Input<UpdatePermissionsDto>,
    proof: Requester,
  ): Promise<Account> {
    const dto = await this.validator.validateKnown(UpdatePermissionsDto, input, permissions);
    return this.set({ event: 'permissions.change', accountId: id, proof }, dto);
  }

  private async set(
    about: ChangeRecord & { readonly accountId: string },
    dto: UpdatePreferencesDto | UpdatePermissionsDto,
    condition?: Condition,
  ): Promise<Account> {
    const { accountId: id, proof } = about;
    if (!isIdentifier(id)) throw new AccountNotFoundError();
    const record = { ...about, members: presentNames(dto) };
    const fields = toSettingFields(dto);
    return this.revisions.change(id, condition, proof, (revision) =>
      this.repository.update([record], id, { fields, revision }),
    );
  }

  /** Returns the state of the account that is not part of its members. */
  async status(account: Account): Promise<AccountStatus> {
    const [verifiedAt, hasSecondFactor] = await Promise.all([
      this.emailVerifiedAt(account),
      hasFactor(this.prisma, account.id),
    ]);
    // The API shows a pending email, which is not verified.
    const emailVerifiedAt = account.pendingEmail === null ? verifiedAt : null;
    return { emailVerifiedAt, suspendedAt: account.suspendedAt, hasSecondFactor };
  }

  /** Returns when the owner verified the email that signs in to the account, if ever. */
  emailVerifiedAt(account: Account): Promise<Date | null> {
    return this.verifiedEmails.verifiedAt(account);
  }

  /** Deletes the account. @throws ValidationFailedError about `password`, AccountNotFoundError, RateLimitedError */
  async deleteWithPassword(id: string, password: string, requester: Requester): Promise<void> {
    assertFilled({ password });
    const use = { event: 'account.delete', requester } as const;
    const { account, isRight } = await this.passwords.attempt(id, password, use);
    if (!isRight) throw ValidationFailedError.about({ password: 'old_password_wrong' });
    await this.delete(id, withCredentials(account, requester));
  }

  /** Deletes the account with all its data. @throws AccountNotFoundError, PreconditionFailedError */
  async delete(id: string, proof: Proof, condition?: Condition): Promise<void> {
    if (!isIdentifier(id)) throw new AccountNotFoundError();
    const remove = (revision?: number) => this.deletions.delete(id, proof, revision);
    await this.revisions.change(id, condition, proof, remove, 'password');
  }
}

function toRecords(
  accountId: string,
  { old_password: _, new_password: password, ...dto }: UpdateAccountDto,
  proof: Proof,
) {
  const about = { accountId, proof };
  const records: ChangeRecord[] = [];
  if (password !== undefined) records.push({ event: 'password.change', ...about });
  for (const [event, members] of changeEvents(presentNames(dto))) {
    records.push({ event, members, ...about });
  }
  const [first = about, ...others] = records;
  return [first, ...others] as const;
}

function inTransaction<P extends Proof>(proof: P, transaction: Transaction): P {
  return 'shown' in proof
    ? { ...proof, requester: { ...proof.requester, transaction } }
    : { ...proof, transaction };
}

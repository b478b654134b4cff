import { Injectable } from '@nestjs/common';
import { RateLimitedError } from '../access/access.errors.js';
import { emailKey } from '../access/email-key.js';
import { isIdentifier } from '../access/identifier.js';
import { PasswordHasher } from '../access/password-hasher.js';
import type { Account } from '../database/records.js';
import { DtoValidator } from '../http/dto-validator.js';
import type { ErrorCode } from '../http/error-codes.js';
import { ValidationFailedError } from '../http/validation-failed.error.js';
import { RateLimitsService } from '../limits/rate-limits.service.js';
import { AccountNotFoundError, EmailTakenError } from './accounts.errors.js';
import {
  AccountsRepository,
  type AccountFields,
  type PasswordChange,
} from './accounts.repository.js';
import { CreateAccountDto } from './dto/create-account.dto.js';
import { UpdateAccountDto } from './dto/update-account.dto.js';

/** The rules of accounts (SPEC 2 to 4), the same for HTTP, messages, the command line and code. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly repository: AccountsRepository,
    private readonly hasher: PasswordHasher,
    private readonly validator: DtoValidator,
    private readonly limits: RateLimitsService,
  ) {}

  /** @throws AccountNotFoundError */
  async get(id: string): Promise<Account> {
    const account = isIdentifier(id) ? await this.repository.find(id) : null;
    if (!account) throw new AccountNotFoundError();
    return account;
  }

  findByEmail(email: string): Promise<Account | null> {
    return this.repository.findByEmail(email);
  }

  /** Whether there is no account at all. */
  isEmpty(): Promise<boolean> {
    return this.repository.isEmpty();
  }

  /**
   * @param registeredById the application through which the account is created
   * @throws ValidationFailedError with everything that is wrong, a taken email among it
   */
  async create(input: CreateAccountDto, registeredById: string | null = null): Promise<Account> {
    const dto = await this.validator.validate(CreateAccountDto, input);
    const passwordHash = await this.hasher.hash(dto.password);
    return this.repository
      .create({
        name: dto.name,
        email: dto.email,
        languageCode: dto.language_code,
        phone: dto.phone ?? null,
        notificationPhone: dto.default_notification_phone?.number ?? null,
        client: dto.client ?? null,
        passwordHash,
        registeredById,
      })
      .catch(asValidationError);
  }

  /**
   * Changes what the input names, all of it or nothing (SPEC 4.2).
   *
   * @throws ValidationFailedError, AccountNotFoundError, RateLimitedError for too many tries at a
   *   password
   */
  async update(id: string, input: UpdateAccountDto): Promise<Account> {
    const dto = await this.validator.validate(UpdateAccountDto, input);
    const changes = changesOf(dto);
    const { old_password: oldPassword, new_password: newPassword } = dto;
    const changesPassword = oldPassword !== undefined && newPassword !== undefined;
    if (!changesPassword && Object.keys(changes).length === 0) return this.get(id);

    const password = changesPassword
      ? await this.checkedPassword(id, oldPassword, newPassword)
      : undefined;
    const updated = await this.repository.update(id, changes, password).catch(asValidationError);
    if (updated) return updated;
    // Somebody else's password change came first, so this one began with a password of the past.
    if (password) throw ValidationFailedError.about({ old_password: 'old_password_wrong' });
    throw new AccountNotFoundError();
  }

  /** Deletes the account with all that belongs to it. @throws AccountNotFoundError */
  async delete(id: string): Promise<void> {
    if (!(await this.repository.delete(id))) throw new AccountNotFoundError();
  }

  /** The new password's hash, once the old password is proven (SPEC 4.2 rule 3). */
  private async checkedPassword(
    id: string,
    oldPassword: string,
    newPassword: string,
  ): Promise<PasswordChange> {
    const limit = await this.limits.hit('passwords.change', id);
    if (limit && !limit.accepted) throw new RateLimitedError(limit);

    const account = await this.get(id);
    const complaints: Record<string, ErrorCode> = {};
    if (!(await this.isPassword(account, oldPassword))) {
      complaints.old_password = 'old_password_wrong';
    }
    if (this.validator.passwordPolicy === 'strict' && emailKey(newPassword) === account.emailKey) {
      complaints.new_password = 'password_is_email';
    }
    if (Object.keys(complaints).length > 0) throw ValidationFailedError.about(complaints);
    return {
      passwordHash: await this.hasher.hash(newPassword),
      generation: account.credentialsGeneration,
    };
  }

  /** Whether this is the account's password; a hash weaker than today's is renewed on the way. */
  private async isPassword(account: Account, password: string): Promise<boolean> {
    if (!(await this.hasher.verify(account.passwordHash, password))) return false;
    if (this.hasher.isOutdated(account.passwordHash)) {
      const renewed = await this.hasher.hash(password);
      await this.repository.renewPasswordHash(account.id, account.passwordHash, renewed);
    }
    return true;
  }
}

function changesOf(dto: UpdateAccountDto): Partial<AccountFields> {
  const { name, email, language_code: languageCode, phone, default_notification_phone: sms } = dto;
  const changes = {
    name,
    email,
    languageCode,
    phone,
    notificationPhone: sms === undefined ? undefined : (sms?.number ?? null),
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

function asValidationError(error: unknown): never {
  throw error instanceof EmailTakenError
    ? ValidationFailedError.about({ email: 'email_taken' })
    : error;
}

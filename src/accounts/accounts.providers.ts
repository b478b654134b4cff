import type { Provider } from '@nestjs/common';
import { AccountCredentialsService } from './sign-in/account-credentials.service.js';
import { AccountLastSignIn } from './sign-in/account-last-sign-in.js';
import { AccountLastSignInRepository } from './sign-in/account-last-sign-in.repository.js';
import { AccountPasswordsService } from './sign-in/account-passwords.service.js';
import { AccountRecoveryService } from './sign-in/account-recovery.service.js';
import { AccountCreations } from './account-creations.js';
import { AccountDeletions } from './account-deletions.js';
import { AccountRevisions } from './account-revisions.js';
import { AccountPresenter } from './account.presenter.js';
import { AccountsRepository } from './accounts.repository.js';
import { AccountsService } from './accounts.service.js';
import { IdempotencyKeysRepository } from './idempotency/idempotency-keys.repository.js';
import { AccountImportsRepository } from './imports/account-imports.repository.js';
import { AccountImportsService } from './imports/account-imports.service.js';
import { IdempotencyService } from './idempotency/idempotency.service.js';
import { MailboxKeysService } from './emails/mailbox-keys.service.js';
import { OwnerEmailsService } from './emails/owner-emails.service.js';
import { VerifiedEmailsRepository } from './emails/verified-emails.repository.js';
import { YieldingAccountsRepository } from './emails/yielding-accounts.repository.js';

/** Accounts, their passwords, emails and preferences. */
export const accountsProviders: readonly Provider[] = [
  AccountsService,
  AccountRevisions,
  AccountCreations,
  AccountDeletions,
  AccountPasswordsService,
  AccountCredentialsService,
  AccountRecoveryService,
  AccountLastSignIn,
  AccountLastSignInRepository,
  OwnerEmailsService,
  MailboxKeysService,
  AccountsRepository,
  VerifiedEmailsRepository,
  YieldingAccountsRepository,
  AccountPresenter,
  AccountImportsService,
  AccountImportsRepository,
  IdempotencyService,
  IdempotencyKeysRepository,
];

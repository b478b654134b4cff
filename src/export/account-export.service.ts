import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { toPlainHash } from '../access/passwords/foreign-hashes.js';
import { accountStatus } from '../accounts/account.presenter.js';
import { readHiddenMembers, readInitialMembers } from '../accounts/account-fields.js';
import { readAccount } from '../accounts/account.members.js';
import { AccountsService } from '../accounts/accounts.service.js';
import type { ImportedAccountDto } from '../accounts/imports/imported-account.dto.js';
import { AuditTrail } from '../audit/audit-trail.js';
import {
  byHost,
  type ByHost,
  type OperatorRequester,
  type Requester,
} from '../request/requester.js';
import type { Account } from '../database/records.js';
import { w3cDate } from '../http/openapi/w3c-date.js';
import { AccountExportRepository, type StoredAccount } from './account-export.repository.js';
import { exportedTables } from './exported-tables.js';

/** Options of an export of all accounts. */
export interface ExportAllOptions {
  /**
   * Whether the rows contain the password hashes. Anyone who reads the hashes can guess weak passwords. Default: false
   */
  readonly withPasswordHashes?: boolean | undefined;
}

/** Exports accounts: all stored data of one without secrets, or all accounts to import them elsewhere. */
@Injectable()
export class AccountExportService {
  constructor(
    private readonly repository: AccountExportRepository,
    private readonly accounts: AccountsService,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Returns one JSON object in UTF-8. It is read from the database in pages while it is sent, which bounds the memory,
   * however many events the account has.
   *
   * @throws AccountNotFoundError
   */
  async export(id: string, requester: Requester = byHost): Promise<Readable> {
    const account = await this.accounts.get(id);
    await this.audit.record({ event: 'account.export', accountId: id, requester });
    const text = this.writeText(account);
    // An error before the first byte still becomes an error response.
    const { value: first = '' } = await text.next();
    return Readable.from(followed(first, text), { objectMode: false });
  }

  /**
   * Yields all accounts, oldest first, as `AccountsService.import` accepts them. `external_id` is the id of the
   * account. Reads pages from the database while the rows are consumed.
   */
  async *exportAll(
    requester: ByHost | OperatorRequester,
    { withPasswordHashes = false }: ExportAllOptions = {},
  ): AsyncGenerator<ImportedAccountDto, void> {
    const members = withPasswordHashes ? ['password_hash'] : [];
    await this.audit.record({ event: 'account.export', accountId: null, members, requester });
    for await (const page of this.repository.accounts()) {
      for (const account of page) {
        const hash = toPlainHash(account.passwordHash) || null;
        yield { ...toImported(account), ...(withPasswordHashes && { password_hash: hash }) };
      }
    }
  }

  private async *writeText(account: Account): AsyncGenerator<string, undefined> {
    const head = {
      exported_at: w3cDate(new Date()),
      account: exportedMembers(account),
      status: await this.getStatus(account),
    };
    yield JSON.stringify(head).slice(0, -1);
    const { toQueue } = await import('../email-flows/mails/mail-request.js');
    const queues = [toQueue(account.email)];
    for (const [member, table] of Object.entries(exportedTables)) {
      yield `,${JSON.stringify(member)}:[`;
      let separator = '';
      for await (const rows of this.repository.pages(table, account.id, queues)) {
        yield separator + rows.map((row) => JSON.stringify(row)).join(',');
        separator = ',';
      }
      yield ']';
    }
    yield '}';
    return undefined;
  }

  private async getStatus(account: Account): Promise<object> {
    return {
      ...accountStatus(await this.accounts.status(account)),
      suspension_reason: account.suspensionReason,
    };
  }
}

/** Returns the members of the API, and those that only exports contain. */
function exportedMembers(account: Account): object {
  return {
    ...readAccount(account),
    ...readHiddenMembers(account),
    // The API shows the pending email as the email.
    ...(account.pendingEmail !== null && { owner_email: account.email }),
    registered_by: account.registeredById,
  };
}

function toImported(account: StoredAccount): ImportedAccountDto {
  const { id, createdAt, emailVerifiedAt, suspendedAt } = account;
  return {
    external_id: id,
    ...readInitialMembers(account),
    created_at: w3cDate(createdAt),
    email_verified_at: emailVerifiedAt && w3cDate(emailVerifiedAt),
    suspended_at: suspendedAt && w3cDate(suspendedAt),
  };
}

async function* followed(first: string, rest: AsyncGenerator<string, undefined>) {
  yield first;
  yield* rest;
}

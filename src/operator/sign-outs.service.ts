import { Injectable } from '@nestjs/common';
import { SessionsRepository } from '../access/sessions/sessions.repository.js';
import { AccountCredentialsService } from '../accounts/sign-in/account-credentials.service.js';
import { lockAccounts } from '../changes/account-lock.js';
import type { Change } from '../changes/change.js';
import { ChangesService } from '../changes/changes.service.js';
import { isIdentifier } from '../database/identifier.js';
import { AccountNotFoundError } from '../errors/error-registry.js';
import type { OperatorRequester } from '../request/requester.js';
import { DtoValidator } from '../validation/dto-validator.js';
import type { Input } from '../validation/unvalidated.js';
import { SignOutDto } from './dto/reason.dto.js';
import {
  OperatorRepository,
  type CredentialCounts,
  type EndedKinds,
} from './operator.repository.js';

/** The maximum number of accounts that are locked at the same time, for some hundredths of a second. */
const batchSize = 50;

/** After this many failed accounts, the database is more likely to be unavailable. */
const maxFailures = 10;

/** Options of a sign-out of all users. */
export interface SignOutOptions {
  /** Whether grants, codes and OAuth tokens stay valid. Default: false */
  readonly keepAuthorizations?: boolean | undefined;
  /** Whether applications' own and named tokens stay valid, and client credentials enabled. Default: false */
  readonly keepApplicationTokens?: boolean | undefined;
  /** Whether to count the credentials without ending them. Default: false */
  readonly dryRun?: boolean | undefined;
  /** The id of the last account of an interrupted sign-out, which is continued after it. Default: all accounts */
  readonly after?: string | undefined;
  /** Receives the result so far after each batch. Default: nothing */
  readonly report?: ((progress: SignOutProgress) => unknown) | undefined;
}

/** The result of a sign-out of all users so far. */
export interface SignOutProgress extends CredentialCounts {
  /**
   * The id of the last account before the first one that failed. To continue an interrupted sign-out, pass it as `after`.
   */
  readonly after: string;
}

/** The result of a sign-out of all users. */
export interface SignOutResult extends CredentialCounts {
  /** The accounts that are not signed out, because the database refused or did not respond in time. */
  readonly failed: readonly FailedSignOut[];
}

/** An account that is not signed out. */
export interface FailedSignOut {
  /** The id of the account. */
  readonly account_id: string;
  /** The error of the last attempt. */
  readonly error: unknown;
}

interface Run {
  readonly kinds: EndedKinds;
  readonly dryRun: boolean;
  readonly proof: OperatorRequester;
  readonly failed: FailedSignOut[];
}

/** Signs all users out, for example after a break-in. */
@Injectable()
export class SignOutsService {
  constructor(
    private readonly repository: OperatorRepository,
    private readonly sessions: SessionsRepository,
    private readonly credentials: AccountCredentialsService,
    private readonly changes: ChangesService,
    private readonly validator: DtoValidator,
  ) {}

  /**
   * Ends the sessions of all users, their grants with all OAuth tokens, and the own and named tokens of applications,
   * whose client credentials are disabled. Passwords, factors, client secrets and applications stay.
   *
   * Accounts are signed out in the order of their ids, a batch in each transaction, and everything of one account
   * together: a credential that is about to end cannot create another one. Users can sign in again immediately. Other
   * nodes notice each batch within 250 ms. Repeat the call to end sessions and tokens that users create in the
   * meantime.
   *
   * @throws ValidationFailedError about `reason`; AccountNotFoundError if `after` is not an id; the error of the database
   *   after ten accounts that failed
   */
  async signOutAll(
    input: Input<SignOutDto>,
    requester: OperatorRequester,
    options: SignOutOptions = {},
  ): Promise<SignOutResult> {
    const { reason } = await this.validator.validate(SignOutDto, input);
    const { keepAuthorizations, keepApplicationTokens, dryRun = false, report } = options;
    let { after = '' } = options;
    if (after !== '' && !isIdentifier(after)) throw new AccountNotFoundError();
    const kinds = { grants: !keepAuthorizations, applicationTokens: !keepApplicationTokens };
    const proof = { ...requester, reason };
    // Record the event first, because the process may end at any time.
    await this.recordRun(proof, [
      'sessions',
      ...(kinds.grants ? ['grants'] : []),
      ...(kinds.applicationTokens ? ['application_tokens'] : []),
      ...(dryRun ? ['dry_run'] : []),
    ]);
    const run: Run = { kinds, dryRun, proof, failed: [] };
    let counts: CredentialCounts = none;
    let last = after;
    for (let isMore = true; isMore;) {
      const ids = await this.repository.listSignedIn(kinds, last, batchSize);
      counts = add(counts, await this.signOutBatch(ids, run));
      last = ids.at(-1) ?? last;
      if (run.failed.length === 0) after = last;
      if (ids.length > 0) await report?.({ ...counts, after });
      isMore = ids.length === batchSize;
    }
    if (!dryRun) await this.recordRun(proof, toMembers(counts));
    return { ...counts, failed: run.failed };
  }

  private async recordRun(proof: OperatorRequester, members: string[]): Promise<void> {
    const record = { event: 'session.end_all', accountId: null, members, proof } as const;
    await this.changes.run(record, async () => true);
  }

  /** Signs the accounts out together or, if that fails, each in its own transaction. */
  private async signOutBatch(ids: readonly string[], run: Run): Promise<CredentialCounts> {
    if (ids.length === 0) return none;
    if (run.dryRun) return this.repository.countCredentials(ids, run.kinds);
    try {
      return await this.signOut(ids, run);
    } catch (error) {
      let counts: CredentialCounts = none;
      if (ids.length > 1) {
        for (const id of ids) counts = add(counts, await this.signOutBatch([id], run));
        return counts;
      }
      run.failed.push({ account_id: ids[0]!, error });
      if (run.failed.length === maxFailures) throw error;
      return counts;
    }
  }

  private async signOut(ids: readonly string[], { kinds, proof }: Run): Promise<CredentialCounts> {
    const record = { accountId: null, locks: 'nothing', proof } as const;
    const counts = await this.changes.run(record, async (change) => {
      const existing = await lockAccounts(change, ids);
      const counted = await this.repository.countCredentials(existing, kinds, change.models);
      await this.end(change, existing, kinds);
      for (const id of existing) change.ends(id);
      return counted;
    });
    return counts!;
  }

  private async end(
    change: Change,
    ids: readonly string[],
    { grants, applicationTokens }: EndedKinds,
  ): Promise<void> {
    if (grants) await this.credentials.endSignIns(change, ids);
    else await this.sessions.deleteForAccounts(change, ids);
    if (applicationTokens) await this.credentials.endApplicationTokens(change, ids);
  }
}

const none: CredentialCounts = {
  accounts: 0,
  sessions: 0,
  grants: 0,
  oauth_tokens: 0,
  application_tokens: 0,
};

const countedNames = Object.keys(none) as (keyof CredentialCounts)[];

function add(a: CredentialCounts, b: CredentialCounts): CredentialCounts {
  const sums = countedNames.map((name) => [name, a[name] + b[name]]);
  return Object.fromEntries(sums) as Record<keyof CredentialCounts, number>;
}

/** Returns the numbers for the audit trail, such as `sessions=12`. */
function toMembers(counts: CredentialCounts): string[] {
  return countedNames.map((name) => `${name}=${counts[name]}`);
}

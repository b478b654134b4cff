import { Injectable, Optional } from '@nestjs/common';
import { ChangesService } from '../changes/changes.service.js';
import { ApplicationUses } from '../principals/application-uses.js';
import { SessionsService } from '../access/sessions/sessions.service.js';
import { AccountsService } from '../accounts/accounts.service.js';
import type { UpdatePermissionsDto } from '../accounts/dto/account-settings.dto.js';
import { requestedMails, standingOf } from '../accounts/owner-proofs.js';
import { SuspensionsService } from '../accounts/suspensions.service.js';
import { VerifiedEmailsRepository } from '../accounts/verified-emails.repository.js';
import { ApplicationsService } from '../applications/applications.service.js';
import { AuditTrail } from '../audit/audit-trail.js';
import type { OperatorRequester } from '../request/requester.js';
import { pageOf, readPosition } from '../database/list-position.js';
import type { Account } from '../database/records.js';
import { AccountNotFoundError, MailUnavailableError } from '../errors/error-registry.js';
import { PublicUrl } from '../http/urls/public-url.js';
import { EmailTokensService } from '../recovery/email-tokens.service.js';
import { FactorRemovalsService } from '../recovery/factor-removals.service.js';
import { MailLinks } from '../recovery/mail-links.js';
import { MailRequestsService } from '../recovery/mail-requests.service.js';
import { DtoValidator } from '../validation/dto-validator.js';
import { presentNames } from '../validation/present-members.js';
import { readTime } from '../validation/time-text.js';
import { AccountQueryDto, PageQueryDto } from './dto/account-query.dto.js';
import type { AccountListDto, OperatorAccountDto } from './dto/operator-account.dto.js';
import type { OperatorApplicationListDto, SessionListDto } from './dto/operator-lists.dto.js';
import { RestorationDto, SuspensionDto } from './dto/reason.dto.js';
import {
  listedAccount,
  operatorAccount,
  operatorApplication,
  operatorSession,
} from './operator.presenter.js';
import { OperatorRepository } from './operator.repository.js';
import type { Input } from '../validation/unvalidated.js';

const defaultLimit = 100;

/**
 * The actions of operators of the service, on accounts of any user. Nothing here asks who may: call it behind an
 * authentication of your own.
 */
@Injectable()
export class OperatorService {
  constructor(
    private readonly repository: OperatorRepository,
    private readonly accounts: AccountsService,
    private readonly suspensions: SuspensionsService,
    private readonly sessionsOfAccounts: SessionsService,
    private readonly applicationsOfAccounts: ApplicationsService,
    private readonly uses: ApplicationUses,
    private readonly mails: MailRequestsService,
    private readonly removals: FactorRemovalsService,
    private readonly tokens: EmailTokensService,
    private readonly validator: DtoValidator,
    private readonly audit: AuditTrail,
    private readonly changes: ChangesService,
    private readonly verifiedEmails: VerifiedEmailsRepository,
    @Optional() private readonly address?: PublicUrl,
    /** Undefined where no mails are sent. */
    @Optional() private readonly links?: MailLinks,
  ) {}

  /**
   * Accounts, the newest first, by pages: `before` is `next` of the page before, or the id of an account.
   *
   * @param requester the operator, for the audit trail. Default: the search is not audited
   * @throws ValidationFailedError, AccountNotFoundError if there is no account `before`
   */
  async find(
    query: Input<AccountQueryDto> = {},
    requester?: OperatorRequester,
  ): Promise<AccountListDto> {
    const dto = await this.validator.validate(AccountQueryDto, query);
    const { before, limit = defaultLimit } = dto;
    const found = await this.repository.find({
      email: dto.email,
      client: dto.client,
      createdFrom: readTime(dto.created_from ?? ''),
      createdTo: readTime(dto.created_to ?? ''),
      position:
        before === undefined
          ? undefined
          : (readPosition(before) ?? (await this.accounts.get(before))),
      limit: limit + 1,
    });
    const [page, next] = pageOf(found, limit);
    await this.recordReading('account.find', null, requester, presentNames(dto).sort());
    return { accounts: page.map(listedAccount), next };
  }

  /**
   * An account with its status, and how much it has.
   *
   * @param requester the operator, for the audit trail. Default: the reading is not audited
   * @throws AccountNotFoundError
   */
  async show(id: string, requester?: OperatorRequester): Promise<OperatorAccountDto> {
    const account = await this.accounts.get(id);
    await this.recordReading('account.read', account.id, requester);
    return this.present(account);
  }

  /** How many other users a suspension affects: those of the account's applications. @throws AccountNotFoundError */
  async affectedUsers(id: string): Promise<number> {
    return this.repository.usersOfApplications((await this.accounts.get(id)).id);
  }

  /**
   * Suspends an account: its tokens and sign-ins, and its applications with all their tokens, are refused on every node
   * within 250 ms, and nothing is deleted.
   *
   * @throws ValidationFailedError about `reason`, AccountNotFoundError
   */
  async suspend(
    id: string,
    input: Input<SuspensionDto>,
    requester: OperatorRequester,
  ): Promise<OperatorAccountDto> {
    const { reason } = await this.validator.validate(SuspensionDto, input);
    return this.present(await this.suspensions.suspend(id, reason, requester));
  }

  /** Ends the suspension of an account. @throws ValidationFailedError about `reason`, AccountNotFoundError */
  async restore(
    id: string,
    input: Input<RestorationDto>,
    requester: OperatorRequester,
  ): Promise<OperatorAccountDto> {
    const { reason } = await this.validator.validate(RestorationDto, input);
    return this.present(await this.suspensions.restore(id, requester, reason || undefined));
  }

  /**
   * Allows and denies the permissions of the input; the others stay.
   *
   * @throws ValidationFailedError, also about a name that is no permission; AccountNotFoundError
   */
  async setPermissions(
    id: string,
    input: Input<UpdatePermissionsDto>,
    requester: OperatorRequester,
  ): Promise<OperatorAccountDto> {
    return this.present(await this.accounts.setPermissions(id, input, requester));
  }

  /**
   * The browsers that are signed in to an account.
   *
   * @param requester the operator, for the audit trail. Default: the reading is not audited
   * @throws AccountNotFoundError
   */
  async sessions(id: string, requester?: OperatorRequester): Promise<SessionListDto> {
    const account = await this.accounts.get(id);
    await this.recordReading('account.read', account.id, requester, ['sessions']);
    const sessions = await this.sessionsOfAccounts.list(account.id);
    return { sessions: sessions.map(operatorSession) };
  }

  /** Ends all sessions of an account. Returns whether there were any. @throws AccountNotFoundError */
  async endSessions(id: string, requester: OperatorRequester): Promise<boolean> {
    const account = await this.accounts.get(id);
    return this.sessionsOfAccounts.endAll(account.id, requester);
  }

  /**
   * Sends the owner the mail of a forgotten password; where the account never had a verified address, the first proof.
   *
   * @throws AccountNotFoundError; MailUnavailableError without `mailFeature`, or where the address may be that of another
   *   person; RateLimitedError when the address got as many mails as it may
   */
  async startReset(id: string, requester: OperatorRequester): Promise<void> {
    const account = await this.accounts.get(id);
    if (!this.links) throw new MailUnavailableError();
    const record = { event: 'reset.start', accountId: account.id, proof: requester } as const;
    const isStarted = await this.changes.run(record, async (change) => {
      const verified = await this.verifiedEmails.of(account.id, change.models);
      const { reset } = requestedMails[standingOf(account, verified)];
      if (!reset && !(await this.verifiedEmails.findLeft(account.email, change.models))) {
        throw new MailUnavailableError();
      }
      await this.mails.passwordReset({ email: account.email }, change);
      return true;
    });
    if (!isStarted) throw new AccountNotFoundError();
  }

  /**
   * The link by which a new password is chosen, once within 30 minutes, for an operator who hands it to the owner in
   * person. A reader of it can take over the account.
   *
   * @throws AccountNotFoundError
   */
  async resetLink(id: string, requester: OperatorRequester): Promise<string> {
    const account = await this.accounts.get(id);
    if (!this.address) throw new Error('A link needs consoleFeature or oauthFeature.');
    const record = { event: 'reset.reveal', accountId: account.id, proof: requester } as const;
    const token = await this.changes.run(record, (change) =>
      this.tokens.create('password-reset', { email: account.email, account }, change),
    );
    if (!token) throw new AccountNotFoundError();
    return this.address.url(`/console/reset-password?token=${token}`);
  }

  /**
   * Removes the second factor of an owner who has lost it, 24 hours after the first mail of it was sent. All sessions end
   * then. Every address with a right is mailed and can stop it, and any use of a factor ends it. A repeated call requests
   * the mails that were not sent.
   *
   * @throws AccountNotFoundError, SecondFactorMissingError; MailUnavailableError without `mailFeature` or a verified
   *   address
   */
  async removeFactor(id: string, requester: OperatorRequester): Promise<OperatorAccountDto> {
    const account = await this.accounts.get(id);
    if (!this.links) throw new MailUnavailableError();
    await this.removals.start(account, requester);
    return this.present(account);
  }

  /** Deletes an account with all its data. @throws AccountNotFoundError */
  delete(id: string, requester: OperatorRequester): Promise<void> {
    return this.accounts.delete(id, requester);
  }

  /**
   * Applications of all accounts, the newest first.
   *
   * @param requester the operator, for the audit trail. Default: the reading is not audited
   * @throws ValidationFailedError, ApplicationNotFoundError if there is no application `before`
   */
  async applications(
    query: Input<PageQueryDto> = {},
    requester?: OperatorRequester,
  ): Promise<OperatorApplicationListDto> {
    const dto = await this.validator.validate(PageQueryDto, query);
    const { before, limit = defaultLimit } = dto;
    const found = await this.applicationsOfAccounts.listAll({
      limit: limit + 1,
      ...(before !== undefined && { before }),
    });
    const [page, next] = pageOf(found, limit);
    await this.recordReading('application.find', null, requester, presentNames(dto).sort());
    const used = await this.uses.lastUsed(page.map(({ id }) => id));
    const applications = page.map((each) => operatorApplication(each, used.get(each.id)));
    return { applications, next };
  }

  /** Deletes an application with its tokens and grants. @throws ApplicationNotFoundError */
  deleteApplication(id: string, requester: OperatorRequester): Promise<void> {
    return this.applicationsOfAccounts.deleteAny(id, requester);
  }

  /** @param members the names of the parameters, or what was read; never values */
  private async recordReading(
    event: 'account.find' | 'account.read' | 'application.find',
    accountId: string | null,
    requester: OperatorRequester | undefined,
    members: readonly string[] = [],
  ): Promise<void> {
    if (requester) await this.audit.record({ event, accountId, members, requester });
  }

  private async present(account: Account): Promise<OperatorAccountDto> {
    const [status, facts, removal] = await Promise.all([
      this.accounts.status(account),
      this.repository.facts(account.id),
      this.removals.find(account.id),
    ]);
    return operatorAccount(account, status, facts, removal?.dueAt ?? null);
  }
}

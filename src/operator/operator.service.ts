import { Injectable, Optional } from '@nestjs/common';
import { ChangesService } from '../changes/changes.service.js';
import { ApplicationLastUse } from '../principals/application-last-use.js';
import { SessionsService } from '../access/sessions/sessions.service.js';
import { AccountsService } from '../accounts/accounts.service.js';
import type { UpdatePermissionsDto } from '../accounts/dto/account-settings.dto.js';
import { AccountLastSignIn } from '../accounts/sign-in/account-last-sign-in.js';
import { requestedMails, getStanding } from '../accounts/sign-in/owner-proofs.js';
import { SuspensionsService } from '../accounts/suspensions/suspensions.service.js';
import { VerifiedEmailsRepository } from '../accounts/emails/verified-emails.repository.js';
import { ApplicationsService } from '../applications/applications.service.js';
import type { AuditEventName } from '../audit/audit-event.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { ipAddress } from '../audit/ip-address.js';
import type { OperatorRequester } from '../request/requester.js';
import { isIdentifier } from '../database/identifier.js';
import { toPage, readPosition } from '../database/list-position.js';
import type { Account, Application } from '../database/records.js';
import {
  AccountNotFoundError,
  MailUnavailableError,
  NotFoundError,
} from '../errors/error-registry.js';
import { PublicUrl } from '../http/urls/public-url.js';
import { EmailTokensService } from '../email-flows/links/email-tokens.service.js';
import { FactorRemovalsService } from '../email-flows/factor-removals.service.js';
import { MailLinks } from '../email-flows/links/mail-links.js';
import { MailRequestsService } from '../email-flows/mails/mail-requests.service.js';
import { AccountsOptionsError } from '../options/accounts-options.error.js';
import { DtoValidator } from '../validation/dto-validator.js';
import { presentNames } from '../validation/present-members.js';
import { readTime } from '../validation/time-text.js';
import {
  AccountQueryDto,
  accountQuery,
  ApplicationQueryDto,
  applicationQuery,
} from './dto/account-query.dto.js';
import { AuditQueryDto, auditQuery, type AuditEventListDto } from './dto/audit.dto.js';
import type { AccountListDto, OperatorAccountDto } from './dto/operator-account.dto.js';
import type {
  OperatorApplicationDto,
  OperatorApplicationListDto,
  OperatorSessionListDto,
} from './dto/operator-lists.dto.js';
import { defaultLimit } from './dto/operator.rules.js';
import { RestorationDto, SuspensionDto } from './dto/reason.dto.js';
import { TrustDto } from './dto/trust.dto.js';
import {
  auditEvent,
  listedAccount,
  operatorAccount,
  operatorApplication,
  operatorSession,
} from './operator.presenter.js';
import { OperatorRepository, type UserCount } from './operator.repository.js';
import type { Input } from '../validation/unvalidated.js';
import { OptionalOwn } from '../options/own-provider.js';

/**
 * The operator actions, on accounts of any user. They check no permissions: call them only behind your own
 * authentication.
 */
@Injectable()
export class OperatorService {
  constructor(
    private readonly repository: OperatorRepository,
    private readonly accounts: AccountsService,
    private readonly suspensions: SuspensionsService,
    private readonly accountSessions: SessionsService,
    private readonly accountApplications: ApplicationsService,
    private readonly uses: ApplicationLastUse,
    private readonly lastSignIn: AccountLastSignIn,
    private readonly mails: MailRequestsService,
    private readonly removals: FactorRemovalsService,
    private readonly tokens: EmailTokensService,
    private readonly validator: DtoValidator,
    private readonly audit: AuditTrail,
    private readonly changes: ChangesService,
    private readonly verifiedEmails: VerifiedEmailsRepository,
    @OptionalOwn(PublicUrl) private readonly publicUrl?: PublicUrl,
    /** Undefined if no mails are sent. */
    @Optional() private readonly links?: MailLinks,
  ) {}

  /**
   * Finds accounts, newest first, in pages. `before` is `next` of the previous page, or the id of an account. An
   * unknown member of the query is an error.
   *
   * @param requester the operator, for the audit trail. Default: the search is not audited
   * @throws ValidationFailedError, AccountNotFoundError if the account `before` does not exist
   */
  async find(
    query: Input<AccountQueryDto> = {},
    requester?: OperatorRequester,
  ): Promise<AccountListDto> {
    const dto = await this.validator.validateKnown(
      AccountQueryDto,
      query,
      Object.keys(accountQuery),
    );
    const { before, limit = defaultLimit } = dto;
    const { rows, end } = await this.repository.find({
      id: dto.id,
      email: dto.email,
      emailPrefix: dto.email_prefix,
      namePrefix: dto.name_prefix,
      client: dto.client,
      application: dto.application,
      notSignedInSince: readTime(dto.last_sign_in_before ?? '')
        ?.toISOString()
        .slice(0, 10),
      neverVerified: dto.never_verified,
      createdFrom: readTime(dto.created_from ?? ''),
      createdTo: readTime(dto.created_to ?? ''),
      position:
        before === undefined
          ? undefined
          : (readPosition(before) ?? (await this.accounts.get(before))),
      limit: limit + 1,
    });
    const [page, next] = toPage(rows, limit, end);
    await this.recordReading('account.find', null, requester, presentNames(dto).sort());
    const signedIn = await this.lastSignIn.lastUsed(page.map(({ id }) => id));
    return { accounts: page.map((each) => listedAccount(each, signedIn.get(each.id))), next };
  }

  /**
   * Returns an account with its status and the numbers of its resources.
   *
   * @param requester the operator, for the audit trail. Default: the read is not audited
   * @throws AccountNotFoundError
   */
  async show(id: string, requester?: OperatorRequester): Promise<OperatorAccountDto> {
    const account = await this.accounts.get(id);
    await this.recordReading('account.read', account.id, requester);
    return this.present(account);
  }

  /**
   * Returns how many other users a suspension affects: those of the account's applications.
   *
   * @throws AccountNotFoundError
   */
  async affectedUsers(id: string): Promise<UserCount> {
    return this.repository.countAuthorizingUsers((await this.accounts.get(id)).id);
  }

  /**
   * Suspends an account. Within 250 ms, every node refuses its tokens and sign-ins, and its applications with all their
   * tokens. Nothing is deleted.
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
   * Grants and denies the permissions of the input; absent ones stay unchanged.
   *
   * @throws ValidationFailedError, also for an unknown permission name; AccountNotFoundError
   */
  async setPermissions(
    id: string,
    input: Input<UpdatePermissionsDto>,
    requester: OperatorRequester,
  ): Promise<OperatorAccountDto> {
    return this.present(await this.accounts.setPermissions(id, input, requester));
  }

  /**
   * Lists the signed-in browsers of an account.
   *
   * @param requester the operator, for the audit trail. Default: the read is not audited
   * @throws AccountNotFoundError
   */
  async sessions(id: string, requester?: OperatorRequester): Promise<OperatorSessionListDto> {
    const account = await this.accounts.get(id);
    await this.recordReading('account.read', account.id, requester, ['sessions']);
    const sessions = await this.accountSessions.list(account.id);
    return { sessions: sessions.map(operatorSession) };
  }

  /** Ends all sessions of an account. Returns whether it had any. @throws AccountNotFoundError */
  async endSessions(id: string, requester: OperatorRequester): Promise<boolean> {
    const account = await this.accounts.get(id);
    return this.accountSessions.endAll(account.id, requester);
  }

  /**
   * Sends the owner a password reset mail; if the account never had a verified address, a mail with the first proof.
   *
   * @throws AccountNotFoundError; MailUnavailableError without `mailFeature`, or if the address may belong to another
   *   person; RateLimitedError if the address has reached its mail limit
   */
  async startReset(id: string, requester: OperatorRequester): Promise<void> {
    const account = await this.accounts.get(id);
    if (!this.links) throw new MailUnavailableError();
    const record = { event: 'reset.start', accountId: account.id, proof: requester } as const;
    const isStarted = await this.changes.run(record, async (change) => {
      const verified = await this.verifiedEmails.list(account.id, change.models);
      const { reset } = requestedMails[getStanding(account, verified)];
      if (!reset && !(await this.verifiedEmails.findLeft(account.email, change.models))) {
        throw new MailUnavailableError();
      }
      await this.mails.passwordReset({ email: account.email }, change);
      return true;
    });
    if (!isStarted) throw new AccountNotFoundError();
  }

  /**
   * Returns a link to choose a new password, valid once within 30 minutes, for an operator who hands it to the owner in
   * person. Anyone who reads it can take over the account.
   *
   * @throws AccountNotFoundError; AccountsOptionsError without a feature with pages
   */
  async resetLink(id: string, requester: OperatorRequester): Promise<string> {
    const account = await this.accounts.get(id);
    if (!this.publicUrl)
      throw new AccountsOptionsError('A link needs consoleFeature or oauthFeature.');
    const record = { event: 'reset.reveal', accountId: account.id, proof: requester } as const;
    const token = await this.changes.run(record, (change) =>
      this.tokens.create('password-reset', { email: account.email, account }, change),
    );
    if (!token) throw new AccountNotFoundError();
    return this.publicUrl.link('/console/reset-password', token);
  }

  /**
   * Starts the removal of a lost second factor, which happens 24 hours after the first mail about it was sent. All
   * sessions then end. Every address that may restore the account receives a mail and can stop the removal, and any use
   * of a factor cancels it. A repeated call requests the mails that were not sent.
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
   * Finds applications of all accounts, newest first, in pages. An unknown member of the query is an error.
   *
   * @param requester the operator, for the audit trail. Default: the read is not audited
   * @throws ValidationFailedError; ApplicationNotFoundError if the application `before` does not exist;
   *   AccountNotFoundError if no account has the email of `owner`
   */
  async applications(
    query: Input<ApplicationQueryDto> = {},
    requester?: OperatorRequester,
  ): Promise<OperatorApplicationListDto> {
    const names = Object.keys(applicationQuery);
    const dto = await this.validator.validateKnown(ApplicationQueryDto, query, names);
    const { before, limit = defaultLimit, name_prefix: namePrefix } = dto;
    const ownerId = await this.toAccountId(dto.owner);
    const { rows, end } = await this.accountApplications.listAll({
      limit: limit + 1,
      before,
      ownerId,
      namePrefix,
    });
    const [page, next] = toPage(rows, limit, end);
    await this.recordReading('application.find', null, requester, presentNames(dto).sort());
    const used = await this.uses.lastUsed(page.map(({ id }) => id));
    const applications = page.map((each) => operatorApplication(each, used.get(each.id)));
    return { applications, next };
  }

  /**
   * Returns an application of any account.
   *
   * @param requester the operator, for the audit trail. Default: the read is not audited
   * @throws ApplicationNotFoundError
   */
  async application(id: string, requester?: OperatorRequester): Promise<OperatorApplicationDto> {
    const application = await this.accountApplications.getAny(id);
    await this.recordReading('application.find', application.ownerId, requester, ['id']);
    return this.presentApplication(application);
  }

  /**
   * Trusts a first-party application. Its users are no longer asked for consent to identity scopes and `account:read`,
   * until its redirect URIs change.
   *
   * @throws ValidationFailedError, ApplicationNotFoundError; PreconditionFailedError if the application does not have
   *   these redirect URIs; ApplicationUntrustableError for a public one with a loopback address or an app's own scheme
   */
  async trustApplication(
    id: string,
    input: Input<TrustDto>,
    requester: OperatorRequester,
  ): Promise<OperatorApplicationDto> {
    const { redirect_uris: known } = await this.validator.validate(TrustDto, input);
    return this.presentApplication(await this.accountApplications.trust(id, known, requester));
  }

  /**
   * Ends the trust in an application. Its users are asked for consent again; its tokens stay valid.
   *
   * @throws ApplicationNotFoundError
   */
  async distrustApplication(
    id: string,
    requester: OperatorRequester,
  ): Promise<OperatorApplicationDto> {
    return this.presentApplication(await this.accountApplications.distrust(id, requester));
  }

  /** Deletes an application with its tokens and grants. @throws ApplicationNotFoundError */
  deleteApplication(id: string, requester: OperatorRequester): Promise<void> {
    return this.accountApplications.deleteAny(id, requester);
  }

  /**
   * Searches the audit trail, the latest events first, in pages. `before` is `next` of the previous page, or the id of an
   * event. An unknown member of the query is an error.
   *
   * @param requester the operator, for the audit trail. Default: the read is not audited
   * @throws ValidationFailedError; AccountNotFoundError for an email that no account has; NotFoundError if the event
   *   `before` does not exist
   */
  async auditEvents(
    query: Input<AuditQueryDto> = {},
    requester?: OperatorRequester,
  ): Promise<AuditEventListDto> {
    const dto = await this.validator.validateKnown(AuditQueryDto, query, Object.keys(auditQuery));
    const { before, limit = defaultLimit, event, source } = dto;
    const accountId = await this.toAccountId(dto.account);
    const position = before === undefined ? undefined : await this.audit.findPosition(before);
    if (before !== undefined && !position) throw new NotFoundError();
    const { rows, end } = await this.audit.listFrom(position, {
      accountId,
      actorId: await this.toAccountId(dto.actor),
      applicationId: dto.application,
      operator: dto.operator,
      source: source === undefined ? undefined : (ipAddress(source) ?? source),
      events: event === undefined ? undefined : [event as AuditEventName],
      from: readTime(dto.from ?? ''),
      to: readTime(dto.to ?? ''),
      limit: limit + 1,
    });
    const [page, next] = toPage(
      rows.map((each) => ({ ...each, createdAt: each.at })),
      limit,
      end,
    );
    const readId = accountId !== undefined && isIdentifier(accountId) ? accountId : null;
    await this.recordReading('audit.read', readId, requester, presentNames(dto).sort());
    return { events: page.map(auditEvent), next };
  }

  /** Deleted accounts still have events under their id. @throws AccountNotFoundError for an unknown email */
  private async toAccountId(emailOrId: string | undefined): Promise<string | undefined> {
    if (!emailOrId?.includes('@')) return emailOrId;
    const account = await this.accounts.findByEmail(emailOrId);
    if (!account) throw new AccountNotFoundError();
    return account.id;
  }

  /** @param members the names of the query parameters or of the data read; never values */
  private async recordReading(
    event: 'account.find' | 'account.read' | 'application.find' | 'audit.read',
    accountId: string | null,
    requester: OperatorRequester | undefined,
    members: readonly string[] = [],
  ): Promise<void> {
    if (requester) await this.audit.record({ event, accountId, members, requester });
  }

  private async presentApplication(application: Application): Promise<OperatorApplicationDto> {
    const { id, ownerId } = application;
    const [{ email }, used] = await Promise.all([
      this.accounts.get(ownerId),
      this.uses.lastUsed([id]),
    ]);
    return operatorApplication({ ...application, owner: { email } }, used.get(id));
  }

  private async present(account: Account): Promise<OperatorAccountDto> {
    const [status, facts, removal, signedIn] = await Promise.all([
      this.accounts.status(account),
      this.repository.readFacts(account.id),
      this.removals.find(account.id),
      this.lastSignIn.lastUsed([account.id]),
    ]);
    return operatorAccount(account, {
      status,
      facts,
      factorRemovalAt: removal?.dueAt ?? null,
      lastSignInOn: signedIn.get(account.id) ?? null,
    });
  }
}

import { Controller } from '@nestjs/common';
import { InsufficientScopeError } from '../errors/error-registry.js';
import {
  CurrentPrincipal,
  getSetter,
  type Principal,
  type Scope,
} from '../principals/principal.js';
import { OwnTokenOnly } from '../access/authentication/scope.guard.js';
import { AccountCondition, accountTag } from '../accounts/account-entity-tag.js';
import { AccountPresenter } from '../accounts/account.presenter.js';
import type { Condition } from '../accounts/account-revisions.js';
import { AccountsService } from '../accounts/accounts.service.js';
import type { CreateAccountDto } from '../accounts/dto/create-account.dto.js';
import type { UpdatePreferencesDto } from '../accounts/dto/preferences.dto.js';
import type { UpdateAccountDto } from '../accounts/dto/update-account.dto.js';
import type { Requester } from '../request/requester.js';
import { ResponseHeaders } from '../http/headers/response-headers.js';
import { entityTagFor, TaggedResponse } from '../http/headers/tagged-response.js';
import { assertMatch } from '../http/headers/conditional-request.js';
import { CurrentRequester } from '../http/current-requester.decorator.js';
import { IdempotencyKey } from '../http/headers/idempotency-key.js';
import type { Unvalidated } from '../validation/unvalidated.js';
import { w3cDate } from '../http/openapi/w3c-date.js';
import { ApplicationDataCatalogue } from '../language/application-data.js';
import type { Authentication } from './accounts-message.js';
import { RequestedScopes, Message, MessageBody } from './binding/message-body.decorator.js';
import type { MessageRequest } from './binding/message-request.js';
import { MessagesApi, Pattern } from './binding/messages-api.decorator.js';

/** The account operations (SPEC 4) as messages, for the operator's other services. */
@MessagesApi()
@Controller()
export class AccountMessagesController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly presenter: AccountPresenter,
    private readonly data: ApplicationDataCatalogue,
    private readonly headers: ResponseHeaders,
  ) {}

  @Pattern('accounts.create', 'accounts.create', { scope: 'account:write' })
  async create(
    @MessageBody() body: Unvalidated<CreateAccountDto>,
    @CurrentPrincipal() { account }: Principal,
    @CurrentRequester() requester: Requester,
    @IdempotencyKey() key: string | undefined,
  ) {
    const request = key === undefined ? undefined : { ownerId: account.id, key };
    return this.presenter.respond(await this.accounts.create(body, requester, { request }));
  }

  @Pattern('accounts.get', 'accounts.read', { scope: 'account:read', names: 'account' })
  read(@CurrentPrincipal() { account }: Principal, @Message() message: MessageRequest) {
    assertMatch(message, entityTagFor(message, accountTag(account)));
    return this.presenter.respond(account);
  }

  @Pattern('accounts.update', 'accounts.update', { scope: 'account:write', names: 'account' })
  async update(
    @MessageBody({ required: false, resource: 'account' }) body: Unvalidated<UpdateAccountDto>,
    @CurrentPrincipal() { account: { id }, kind }: Principal,
    @CurrentRequester() requester: Requester,
    @AccountCondition() condition: Condition | undefined,
  ) {
    const updater = { ...requester, by: getSetter(kind) };
    return this.presenter.respond(await this.accounts.update(id, body, updater, condition));
  }

  @Pattern('accounts.preferences.get', 'accounts.read', { scope: 'account:read', names: 'account' })
  readPreferences(@CurrentPrincipal() { account }: Principal, @Message() message: MessageRequest) {
    assertMatch(message, entityTagFor(message, accountTag(account)));
    return this.presenter.respondPreferences(account);
  }

  @Pattern('accounts.preferences.update', 'accounts.update', {
    scope: 'account:write',
    names: 'account',
  })
  async updatePreferences(
    @MessageBody({ required: false, resource: 'preferences' })
    body: Unvalidated<UpdatePreferencesDto>,
    @CurrentPrincipal() { account: { id } }: Principal,
    @CurrentRequester() requester: Requester,
    @AccountCondition() condition: Condition | undefined,
  ) {
    const changed = await this.accounts.setPreferences(id, body, requester, condition);
    return this.presenter.respondPreferences(changed);
  }

  @Pattern('accounts.delete', 'accounts.delete', { names: 'account' })
  @OwnTokenOnly()
  delete(
    @CurrentPrincipal() { account }: Principal,
    @CurrentRequester() requester: Requester,
    @AccountCondition() condition: Condition | undefined,
  ) {
    return this.accounts.delete(account.id, requester, condition);
  }

  /** Authenticates a token that another service received, and checks its scope. */
  @Pattern('accounts.authenticate', 'accounts.authenticate')
  authenticate(
    @CurrentPrincipal() { account, application, kind, scope, expiresAt }: Principal,
    @RequestedScopes() asked: readonly Scope[],
  ): Authentication {
    const missing = asked.find((each) => !scope.includes(each));
    if (missing) throw new InsufficientScopeError(missing);
    return {
      account_id: account.id,
      application: { id: application.id, name: application.name },
      kind,
      scope: scope.join(' '),
      ...(expiresAt && { expires_at: w3cDate(expiresAt) }),
    };
  }

  @Pattern('app.data', 'app.data')
  readData(@Message() message: MessageRequest) {
    const { body, tag } = this.data.in(this.headers.getLanguage(message));
    assertMatch(message, entityTagFor(message, tag));
    return new TaggedResponse(tag, body);
  }
}

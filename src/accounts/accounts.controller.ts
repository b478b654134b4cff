import { Controller, Delete, Get, Post, Put, VERSION_NEUTRAL } from '@nestjs/common';
import { CurrentPrincipal, getSetter, type Principal } from '../principals/principal.js';
import type { Requester } from '../request/requester.js';
import { OwnTokenOnly } from '../access/authentication/scope.guard.js';
import { AccountsApi } from '../http/accounts-api.decorator.js';
import { ApiEndpoint, bodyErrors } from '../http/api-endpoint.decorator.js';
import { CurrentRequester } from '../http/current-requester.decorator.js';
import type { ErrorCode } from '../errors/error-registry.js';
import { entityTag, headerText } from '../http/openapi/header.schemas.js';
import type { TaggedResponse } from '../http/headers/tagged-response.js';
import { IdempotencyKey } from '../http/headers/idempotency-key.js';
import { JsonBody } from '../http/input/json-body.js';
import type { Unvalidated } from '../validation/unvalidated.js';
import { Operation } from '../http/operation.decorator.js';
import { ApiHeader, ApiTags } from '../http/openapi/swagger.decorators.js';
import { frequencies } from '../language/application-data.js';
import { AccountCondition } from './account-entity-tag.js';
import { AccountPresenter } from './account.presenter.js';
import type { Condition } from './account-revisions.js';
import { AccountsService } from './accounts.service.js';
import { AccountStatusResponseDto } from './dto/account-status.dto.js';
import { AccountResponseDto } from './dto/account.dto.js';
import { CreateAccountDto } from './dto/create-account.dto.js';
import { PreferencesResponseDto, UpdatePreferencesDto } from './dto/preferences.dto.js';
import { UpdateAccountDto } from './dto/update-account.dto.js';
import { OwnAccountOnly, ownershipErrors } from './own-account.guard.js';

const hashingErrors: readonly ErrorCode[] = [...bodyErrors, 'overloaded'];
const idempotencyErrors: readonly ErrorCode[] = [
  'idempotency_key_invalid',
  'idempotency_key_in_use',
  'idempotency_key_reused',
];
const account = {
  status: 200,
  description: 'The account.',
  type: AccountResponseDto,
  headers: entityTag,
};

const preferences = {
  status: 200,
  description: 'The preferences.',
  type: PreferencesResponseDto,
  headers: entityTag,
};

/** The account resource (SPEC 4), its status and its notification preferences. */
@ApiTags('accounts')
@AccountsApi()
@Controller({ path: 'accounts', version: VERSION_NEUTRAL })
export class AccountsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly presenter: AccountPresenter,
  ) {}

  @Post()
  @ApiHeader({
    name: 'Idempotency-Key',
    description:
      'A name for the request, of 1 to 255 visible ASCII characters. Within 24 hours, a repeated request with the same name and body receives the same response, and creates nothing.',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: 512, pattern: headerText },
  })
  @ApiEndpoint({
    operationId: 'createAccount',
    scope: 'account:write',
    summary: 'Create an account',
    description:
      'The new account belongs to its user, not to the token that created it: only an application of that user can read or change it.',
    success: account,
    errors: [...hashingErrors, ...idempotencyErrors, 'account_not_found'],
    invalid: {
      email: 'email_taken',
      password: 'password_digit_missing',
      default_notification_phone: 'phone_number_invalid',
    },
  })
  @Operation('accounts.create')
  async create(
    @JsonBody(CreateAccountDto) body: Unvalidated<CreateAccountDto>,
    @CurrentPrincipal() { account }: Principal,
    @CurrentRequester() requester: Requester,
    @IdempotencyKey() key: string | undefined,
  ): Promise<TaggedResponse<AccountResponseDto>> {
    const request = key === undefined ? undefined : { ownerId: account.id, key };
    return this.presenter.respond(await this.accounts.create(body, requester, { request }));
  }

  @Get(':account_id')
  @OwnAccountOnly()
  @ApiEndpoint({
    operationId: 'readAccount',
    scope: 'account:read',
    summary: 'Read an account',
    description: 'Only the account of the token.',
    success: account,
    errors: ownershipErrors,
    conditional: 'read',
  })
  @Operation('accounts.read')
  read(@CurrentPrincipal() { account }: Principal): TaggedResponse<AccountResponseDto> {
    return this.presenter.respond(account);
  }

  @Get(':account_id/status')
  @OwnAccountOnly()
  @ApiEndpoint({
    operationId: 'readAccountStatus',
    scope: 'account:read',
    summary: 'Read the status of an account',
    description:
      'Whether the email address is verified, whether the account is suspended, and whether it has a second factor.',
    success: { status: 200, description: 'The status.', type: AccountStatusResponseDto },
    errors: ownershipErrors,
  })
  @Operation('accounts.read')
  async readStatus(@CurrentPrincipal() { account }: Principal): Promise<AccountStatusResponseDto> {
    return this.presenter.presentStatus(account, await this.accounts.status(account));
  }

  @Put(':account_id')
  @OwnAccountOnly()
  @ApiEndpoint({
    operationId: 'updateAccount',
    scope: 'account:write',
    summary: 'Change an account',
    description:
      'Absent members stay unchanged, `null` clears optional members, and read-only members are ignored. An account can therefore be sent back as it was read, edited or not, also as the whole object with `account`. A request is applied as a whole or not at all.',
    success: account,
    errors: [...ownershipErrors, ...hashingErrors],
    conditional: 'change',
    invalid: { language_code: 'language_unknown', old_password: 'old_password_wrong' },
  })
  @Operation('accounts.update')
  async update(
    @JsonBody(UpdateAccountDto, {
      required: false,
      example: { name: 'Ada King' },
      resource: 'account',
    })
    body: Unvalidated<UpdateAccountDto>,
    @CurrentPrincipal() { account, kind }: Principal,
    @CurrentRequester() requester: Requester,
    @AccountCondition() condition: Condition | undefined,
  ): Promise<TaggedResponse<AccountResponseDto>> {
    const updater = { ...requester, by: getSetter(kind) };
    return this.presenter.respond(await this.accounts.update(account.id, body, updater, condition));
  }

  @Delete(':account_id')
  @OwnAccountOnly()
  @ApiEndpoint({
    operationId: 'deleteAccount',
    summary: 'Delete an account',
    description:
      'Also deletes its applications and tokens, immediately and permanently. Requires an application’s own token.',
    success: { status: 204, description: 'The account has been deleted.' },
    errors: [...ownershipErrors, 'own_token_required'],
    conditional: 'change',
  })
  @Operation('accounts.delete')
  @OwnTokenOnly()
  delete(
    @CurrentPrincipal() { account }: Principal,
    @CurrentRequester() requester: Requester,
    @AccountCondition() condition: Condition | undefined,
  ): Promise<void> {
    return this.accounts.delete(account.id, requester, condition);
  }

  @Get(':account_id/preferences')
  @OwnAccountOnly()
  @ApiEndpoint({
    operationId: 'readPreferences',
    scope: 'account:read',
    summary: 'Read notification preferences',
    description: 'The members of the account that `PUT` changes.',
    success: preferences,
    errors: ownershipErrors,
    conditional: 'read',
  })
  @Operation('accounts.read')
  readPreferences(
    @CurrentPrincipal() { account }: Principal,
  ): TaggedResponse<PreferencesResponseDto> {
    return this.presenter.respondPreferences(account);
  }

  @Put(':account_id/preferences')
  @OwnAccountOnly()
  @ApiEndpoint({
    operationId: 'updatePreferences',
    scope: 'account:write',
    summary: 'Change notification preferences',
    description:
      'Absent members stay unchanged, so preferences can be sent back as they were read, edited or not, also as the whole object with `preferences`. A request is applied as a whole or not at all.',
    success: preferences,
    errors: [...ownershipErrors, ...bodyErrors],
    conditional: 'change',
    invalid: {
      default_email_notification_frequency: {
        code: 'not_a_choice',
        params: { choices: frequencies.default_email_notification_frequencies.join(', ') },
      },
    },
  })
  @Operation('accounts.update')
  async updatePreferences(
    @JsonBody(UpdatePreferencesDto, { required: false, resource: 'preferences' })
    body: Unvalidated<UpdatePreferencesDto>,
    @CurrentPrincipal() { account: { id } }: Principal,
    @CurrentRequester() requester: Requester,
    @AccountCondition() condition: Condition | undefined,
  ): Promise<TaggedResponse<PreferencesResponseDto>> {
    const changed = await this.accounts.setPreferences(id, body, requester, condition);
    return this.presenter.respondPreferences(changed);
  }
}

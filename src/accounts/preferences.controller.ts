import { Controller, Get, Put, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import { CurrentPrincipal, type Principal } from '../principals/principal.js';
import type { Requester } from '../request/requester.js';
import { AccountsApi } from '../http/accounts-api.decorator.js';
import { ApiEndpoint, bodyErrors } from '../http/api-endpoint.decorator.js';
import { CurrentRequester } from '../http/current-requester.decorator.js';
import { entityTag } from '../http/openapi/header.schemas.js';
import type { TaggedResponse } from '../http/headers/tagged-response.js';
import { JsonBody } from '../http/input/json-body.js';
import type { Unvalidated } from '../validation/unvalidated.js';
import { Operation } from '../http/operation.decorator.js';
import { ApiTags } from '../http/openapi/swagger.decorators.js';
import { frequencies } from '../language/application-data.js';
import { AccountId, ownershipErrors } from './account-id.decorator.js';
import { AccountCondition } from './account-entity-tag.js';
import { AccountPresenter } from './account.presenter.js';
import { AccountsService, type Condition } from './accounts.service.js';
import { PreferencesResponseDto, UpdatePreferencesDto } from './dto/preferences.dto.js';
import { OwnAccountGuard } from './own-account.guard.js';

const preferences = {
  status: 200,
  description: 'The preferences.',
  type: PreferencesResponseDto,
  headers: entityTag,
};

/** Serves the notification preferences of an account, with the limits and entity tags of the account. */
@ApiTags('accounts')
@AccountsApi()
@Controller({ path: 'accounts/:account_id/preferences', version: VERSION_NEUTRAL })
export class PreferencesController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly presenter: AccountPresenter,
  ) {}

  @Get()
  @AccountId()
  @ApiEndpoint({
    operationId: 'readPreferences',
    scope: 'account:read',
    summary: 'Read notification preferences',
    description: 'Those members of the account that `PUT` changes here.',
    success: preferences,
    errors: ownershipErrors,
    conditional: 'read',
  })
  @Operation('accounts.read')
  @UseGuards(OwnAccountGuard)
  read(@CurrentPrincipal() { account }: Principal): TaggedResponse<PreferencesResponseDto> {
    return this.presenter.respondPreferences(account);
  }

  @Put()
  @AccountId()
  @ApiEndpoint({
    operationId: 'updatePreferences',
    scope: 'account:write',
    summary: 'Change notification preferences',
    description:
      'What is absent stays, so that preferences can be sent back as they were read, with or without changes, also as the whole object with `preferences`. All of a request is applied, or nothing.',
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
  @UseGuards(OwnAccountGuard)
  async update(
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

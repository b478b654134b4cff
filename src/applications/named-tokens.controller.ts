import { Controller, Delete, Get, Param, Post, VERSION_NEUTRAL } from '@nestjs/common';
import { OwnTokenOnly } from '../access/authentication/scope.guard.js';
import type { ErrorCode } from '../errors/error-registry.js';
import { AccountsApi } from '../http/accounts-api.decorator.js';
import { ApiEndpoint, bodyErrors } from '../http/api-endpoint.decorator.js';
import { CurrentRequester } from '../http/current-requester.decorator.js';
import { JsonBody } from '../http/input/json-body.js';
import { NotStored } from '../http/not-stored.decorator.js';
import { ApiParam, ApiTags } from '../http/openapi/swagger.decorators.js';
import { identifierSchema } from '../http/openapi/text.schemas.js';
import { Operation } from '../http/operation.decorator.js';
import type { ByToken } from '../request/requester.js';
import type { Unvalidated } from '../validation/unvalidated.js';
import { ApplicationPresenter } from './application.presenter.js';
import { CreateNamedTokenDto, namedTokenDays } from './dto/create-named-token.dto.js';
import { CreatedNamedTokenResponseDto, NamedTokenListDto } from './dto/named-token.dto.js';
import { NamedTokensService } from './named-tokens.service.js';
import { OfOwnApplication } from './own-application.guard.js';

const errors: readonly ErrorCode[] = ['own_token_required', 'application_not_found'];

/** The named tokens of an application. Only tokens with full access list, create and revoke them. */
@ApiTags('applications')
@AccountsApi()
@OwnTokenOnly()
@Controller({ path: 'applications/:id/tokens', version: VERSION_NEUTRAL })
export class NamedTokensController {
  constructor(
    private readonly tokens: NamedTokensService,
    private readonly presenter: ApplicationPresenter,
  ) {}

  @Get()
  @OfOwnApplication()
  @ApiEndpoint({
    operationId: 'listNamedTokens',
    summary: 'List the named tokens of an application',
    description: 'Oldest first, without the tokens themselves, and without expired ones.',
    success: { status: 200, description: 'The named tokens.', type: NamedTokenListDto },
    errors,
  })
  @Operation('applications.read')
  async list(
    @Param('id') id: string,
    @CurrentRequester() { accountId }: ByToken,
  ): Promise<NamedTokenListDto> {
    return this.presenter.presentTokens(id, await this.tokens.list(accountId, id));
  }

  @Post()
  @OfOwnApplication()
  @ApiEndpoint({
    operationId: 'createNamedToken',
    summary: 'Create a named token of an application',
    description:
      'An additional token for your account, for example for one program. It is never shown again. An application can have 20 named tokens besides its own token.',
    success: {
      status: 200,
      description: 'The named token with the token itself.',
      type: CreatedNamedTokenResponseDto,
    },
    errors: [...errors, ...bodyErrors, 'too_many_tokens'],
    invalid: {
      name: 'required',
      expires_in_days: { code: 'number_out_of_range', params: namedTokenDays },
    },
  })
  @Operation('applications.update')
  @NotStored()
  async create(
    @Param('id') id: string,
    @JsonBody(CreateNamedTokenDto) body: Unvalidated<CreateNamedTokenDto>,
    @CurrentRequester() requester: ByToken,
  ): Promise<CreatedNamedTokenResponseDto> {
    const created = await this.tokens.create(requester.accountId, id, body, requester);
    return this.presenter.presentNewToken(id, created);
  }

  @Delete(':token_id')
  @OfOwnApplication()
  @ApiParam({
    name: 'token_id',
    description: 'The id of the named token.',
    schema: identifierSchema,
  })
  @ApiEndpoint({
    operationId: 'revokeNamedToken',
    summary: 'Revoke a named token of an application',
    description: 'It is rejected from the next request on. A token can revoke itself.',
    success: { status: 204, description: 'The named token has been revoked.' },
    errors: [...errors, 'token_not_found'],
  })
  @Operation('applications.update')
  revoke(
    @Param('id') id: string,
    @Param('token_id') tokenId: string,
    @CurrentRequester() requester: ByToken,
  ): Promise<void> {
    return this.tokens.revoke(requester.accountId, id, tokenId, requester);
  }
}

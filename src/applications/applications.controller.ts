import { Controller, Delete, Get, Param, Post, Put, VERSION_NEUTRAL } from '@nestjs/common';
import type { ByToken } from '../request/requester.js';
import { OwnTokenOnly } from '../access/authentication/scope.guard.js';
import { AccountsApi } from '../http/accounts-api.decorator.js';
import { ApiEndpoint, bodyErrors } from '../http/api-endpoint.decorator.js';
import type { ErrorCode } from '../errors/error-registry.js';
import { CurrentRequester } from '../http/current-requester.decorator.js';
import { JsonBody } from '../http/input/json-body.js';
import type { Unvalidated } from '../validation/unvalidated.js';
import { Operation } from '../http/operation.decorator.js';
import { NotStored } from '../http/not-stored.decorator.js';
import { ApiParam, ApiTags } from '../http/openapi/swagger.decorators.js';
import { identifierSchema } from '../http/openapi/text.schemas.js';
import { ApplicationPresenter } from './application.presenter.js';
import { ApplicationsService } from './applications.service.js';
import {
  ApplicationResponseDto,
  ApplicationListDto,
  ApplicationSecretResponseDto,
} from './dto/application.dto.js';
import { exampleScheme } from './dto/application.rules.js';
import { ClientSecretListDto, keptDays, RotateSecretDto } from './dto/client-secret.dto.js';
import { CreateApplicationDto } from './dto/create-application.dto.js';
import { UpdateApplicationDto } from './dto/update-application.dto.js';
import { OfOwnApplication } from './own-application.guard.js';

const errors: readonly ErrorCode[] = ['own_token_required'];
const singleErrors: readonly ErrorCode[] = [...errors, 'application_not_found'];

const withToken = {
  status: 200,
  description: 'The application with its own access token.',
  type: ApplicationResponseDto,
};
const withSecret = {
  status: 200,
  description: 'The application with its own access token and its new client secret.',
  type: ApplicationSecretResponseDto,
};

/**
 * The applications of an account (SPEC 5.3). Rejects OAuth tokens: a third party that read or created a permanent token
 * would keep its access after its grant is revoked.
 */
@ApiTags('applications')
@AccountsApi()
@OwnTokenOnly()
@Controller({ path: 'applications', version: VERSION_NEUTRAL })
export class ApplicationsController {
  constructor(
    private readonly applications: ApplicationsService,
    private readonly presenter: ApplicationPresenter,
  ) {}

  @Get()
  @ApiEndpoint({
    operationId: 'listApplications',
    summary: 'List your applications',
    description: 'Oldest first, without tokens. A single application is returned with its token.',
    success: {
      status: 200,
      description: 'The applications of the token’s account, without their tokens.',
      type: ApplicationListDto,
    },
    errors,
  })
  @Operation('applications.read')
  async list(@CurrentRequester() { accountId }: ByToken): Promise<ApplicationListDto> {
    return this.presenter.presentList(await this.applications.list(accountId));
  }

  @Post()
  @ApiEndpoint({
    operationId: 'createApplication',
    summary: 'Create an application',
    description:
      'The application receives its own access token for your account, and a client secret for OAuth 2.0 that is never shown again. An account can have 100 applications.',
    success: withSecret,
    errors: [...errors, ...bodyErrors],
    invalid: {
      name: 'required',
      redirect_uris: { code: 'redirect_uri_invalid', params: { example: exampleScheme } },
    },
  })
  @Operation('applications.create')
  @NotStored()
  async create(
    @JsonBody(CreateApplicationDto) body: Unvalidated<CreateApplicationDto>,
    @CurrentRequester() requester: ByToken,
  ): Promise<ApplicationSecretResponseDto> {
    const created = await this.applications.create(requester.accountId, body, requester);
    return this.presenter.presentWithSecret(
      created.application,
      created.accessToken,
      created.clientSecret,
    );
  }

  @Get(':id')
  @OfOwnApplication()
  @ApiEndpoint({
    operationId: 'readApplication',
    summary: 'Read an application',
    description: 'Returns its own access token, never its client secret.',
    success: withToken,
    errors: singleErrors,
  })
  @Operation('applications.read')
  @NotStored()
  async read(@Param('id') id: string, @CurrentRequester() requester: ByToken) {
    const application = await this.applications.get(requester.accountId, id);
    const token = await this.applications.revealToken(application, requester);
    return this.presenter.present(application, token.state === 'readable' ? token.value : null);
  }

  @Put(':id')
  @OfOwnApplication()
  @ApiEndpoint({
    operationId: 'updateApplication',
    summary: 'Change an application',
    description:
      'Absent members stay unchanged, and read-only members are ignored. An application can therefore be sent back as it was read, edited or not, also as the whole object with `application`. A request is applied as a whole or not at all.',
    success: withToken,
    errors: [...singleErrors, ...bodyErrors],
    invalid: { name: 'blank', require_pkce: 'pkce_mandatory' },
  })
  @Operation('applications.update')
  @NotStored()
  async update(
    @Param('id') id: string,
    @JsonBody(UpdateApplicationDto, {
      required: false,
      example: { name: 'Analytical Engine' },
      resource: 'application',
    })
    body: Unvalidated<UpdateApplicationDto>,
    @CurrentRequester() requester: ByToken,
  ): Promise<ApplicationResponseDto> {
    const application = await this.applications.update(requester.accountId, id, body, requester);
    return this.presenter.present(application, await this.applications.accessToken(application));
  }

  @Delete(':id')
  @OfOwnApplication()
  @ApiEndpoint({
    operationId: 'deleteApplication',
    summary: 'Delete an application',
    description:
      'Also deletes its tokens and grants, immediately and permanently. An application can delete itself.',
    success: { status: 204, description: 'The application has been deleted.' },
    errors: singleErrors,
  })
  @Operation('applications.delete')
  delete(@Param('id') id: string, @CurrentRequester() requester: ByToken): Promise<void> {
    return this.applications.delete(requester.accountId, id, requester);
  }

  @Post(':id/token')
  @OfOwnApplication()
  @ApiEndpoint({
    operationId: 'regenerateApplicationToken',
    summary: 'Regenerate the access token of an application',
    description:
      'Replaces the application’s own token, if any. The old one is rejected from the next request on. Requires no body. Tokens granted through OAuth 2.0 stay valid.',
    success: withToken,
    errors: singleErrors,
  })
  @Operation('applications.update')
  @NotStored()
  async regenerateToken(@Param('id') id: string, @CurrentRequester() requester: ByToken) {
    const regenerated = await this.applications.regenerateToken(requester.accountId, id, requester);
    return this.presenter.present(regenerated.application, regenerated.accessToken);
  }

  @Delete(':id/token')
  @OfOwnApplication()
  @ApiEndpoint({
    operationId: 'revokeApplicationToken',
    summary: 'Revoke the access token of an application',
    description: 'Another application’s token, or the console, can create a new one.',
    success: { status: 204, description: 'The application has no own token.' },
    errors: singleErrors,
  })
  @Operation('applications.update')
  revokeToken(@Param('id') id: string, @CurrentRequester() requester: ByToken): Promise<void> {
    return this.applications.revokeToken(requester.accountId, id, requester);
  }

  @Post(':id/secret')
  @OfOwnApplication()
  @ApiEndpoint({
    operationId: 'rotateApplicationSecret',
    summary: 'Rotate the client secret of an application',
    description:
      'Replaces the client secret. The old one is rejected immediately, or stays valid for some days, so that servers can change to the new one without an interruption. The new one is never shown again. Requires no body.',
    success: withSecret,
    errors: [...singleErrors, ...bodyErrors, 'client_secret_unavailable'],
    invalid: { keep_previous_days: { code: 'number_out_of_range', params: keptDays } },
  })
  @Operation('applications.update')
  @NotStored()
  async rotateSecret(
    @Param('id') id: string,
    @JsonBody(RotateSecretDto, { required: false, example: { keep_previous_days: 7 } })
    body: Unvalidated<RotateSecretDto>,
    @CurrentRequester() requester: ByToken,
  ): Promise<ApplicationSecretResponseDto> {
    const { application, clientSecret } = await this.applications.rotateSecret(
      requester.accountId,
      id,
      requester,
      body,
    );
    const accessToken = await this.applications.accessToken(application);
    return this.presenter.presentWithSecret(application, accessToken, clientSecret);
  }

  @Get(':id/secrets')
  @OfOwnApplication()
  @ApiEndpoint({
    operationId: 'listApplicationSecrets',
    summary: 'List the client secrets of an application',
    description:
      'The valid ones, without the secrets themselves: the current one, and the previous one if it is still valid.',
    success: { status: 200, description: 'The client secrets.', type: ClientSecretListDto },
    errors: singleErrors,
  })
  @Operation('applications.read')
  async secrets(
    @Param('id') id: string,
    @CurrentRequester() { accountId }: ByToken,
  ): Promise<ClientSecretListDto> {
    const application = await this.applications.get(accountId, id);
    return this.presenter.presentSecrets(id, await this.applications.secrets(application));
  }

  @Delete(':id/secrets/:secret_id')
  @OfOwnApplication()
  @ApiParam({ name: 'secret_id', description: 'The id of the secret.', schema: identifierSchema })
  @ApiEndpoint({
    operationId: 'removeApplicationSecret',
    summary: 'End the replaced client secret of an application',
    description: 'The current secret cannot be ended, only replaced.',
    success: { status: 204, description: 'The secret is rejected from the next request on.' },
    errors: [...singleErrors, 'client_secret_not_found'],
  })
  @Operation('applications.update')
  removeSecret(
    @Param('id') id: string,
    @Param('secret_id') secretId: string,
    @CurrentRequester() requester: ByToken,
  ): Promise<void> {
    return this.applications.removeSecret(requester.accountId, id, secretId, requester);
  }
}

import { Controller } from '@nestjs/common';
import { OwnTokenOnly } from '../access/authentication/scope.guard.js';
import { CurrentPrincipal, type Principal } from '../principals/principal.js';
import { ApplicationPresenter } from '../applications/application.presenter.js';
import { ApplicationsService } from '../applications/applications.service.js';
import type { RotateSecretDto } from '../applications/dto/client-secret.dto.js';
import type { CreateNamedTokenDto } from '../applications/dto/create-named-token.dto.js';
import { NamedTokensService } from '../applications/named-tokens.service.js';
import type { CreateApplicationDto } from '../applications/dto/create-application.dto.js';
import type { UpdateApplicationDto } from '../applications/dto/update-application.dto.js';
import type { Requester } from '../request/requester.js';
import { CurrentRequester } from '../http/current-requester.decorator.js';
import type { Unvalidated } from '../validation/unvalidated.js';
import { Message, MessageBody } from './binding/message-body.decorator.js';
import type { MessageRequest } from './binding/message-request.js';
import { MessagesApi, Pattern } from './binding/messages-api.decorator.js';

/** The application operations (SPEC 5.3) as messages, with the same rules as in {@link ApplicationsController}. */
@MessagesApi()
@OwnTokenOnly()
@Controller()
export class ApplicationMessagesController {
  constructor(
    private readonly applications: ApplicationsService,
    private readonly tokens: NamedTokensService,
    private readonly presenter: ApplicationPresenter,
  ) {}

  @Pattern('applications.list', 'applications.read')
  async list(@CurrentPrincipal() { account }: Principal) {
    return this.presenter.presentList(await this.applications.list(account.id));
  }

  @Pattern('applications.create', 'applications.create')
  async create(
    @MessageBody() body: Unvalidated<CreateApplicationDto>,
    @CurrentPrincipal() { account }: Principal,
    @CurrentRequester() requester: Requester,
    @Message() message: MessageRequest,
  ) {
    notStored(message);
    const { application, accessToken, clientSecret } = await this.applications.create(
      account.id,
      body,
      requester,
    );
    return this.presenter.presentWithSecret(application, accessToken, clientSecret);
  }

  @Pattern('applications.get', 'applications.read', { names: 'application' })
  async read(
    @CurrentPrincipal() { account }: Principal,
    @CurrentRequester() requester: Requester,
    @Message() message: MessageRequest,
  ) {
    notStored(message);
    const application = await this.applications.get(account.id, message.params.id);
    const token = await this.applications.revealToken(application, requester);
    return this.presenter.present(application, token.state === 'readable' ? token.value : null);
  }

  @Pattern('applications.update', 'applications.update', { names: 'application' })
  async update(
    @MessageBody({ required: false, resource: 'application' })
    body: Unvalidated<UpdateApplicationDto>,
    @CurrentPrincipal() { account }: Principal,
    @CurrentRequester() requester: Requester,
    @Message() message: MessageRequest,
  ) {
    notStored(message);
    const { id } = message.params;
    const application = await this.applications.update(account.id, id, body, requester);
    return this.presenter.present(application, await this.applications.accessToken(application));
  }

  @Pattern('applications.delete', 'applications.delete', { names: 'application' })
  delete(
    @CurrentPrincipal() { account }: Principal,
    @CurrentRequester() requester: Requester,
    @Message() { params }: MessageRequest,
  ) {
    return this.applications.delete(account.id, params.id, requester);
  }

  @Pattern('applications.secrets.list', 'applications.read', { names: 'application' })
  async listSecrets(
    @CurrentPrincipal() { account }: Principal,
    @Message() { params }: MessageRequest,
  ) {
    const application = await this.applications.get(account.id, params.id);
    return this.presenter.presentSecrets(params.id, await this.applications.secrets(application));
  }

  @Pattern('applications.secrets.rotate', 'applications.update', { names: 'application' })
  async rotateSecret(
    @MessageBody({ required: false }) body: Unvalidated<RotateSecretDto>,
    @CurrentPrincipal() { account }: Principal,
    @CurrentRequester() requester: Requester,
    @Message() message: MessageRequest,
  ) {
    notStored(message);
    const { id } = message.params;
    const rotated = await this.applications.rotateSecret(account.id, id, requester, body);
    const accessToken = await this.applications.accessToken(rotated.application);
    return this.presenter.presentWithSecret(rotated.application, accessToken, rotated.clientSecret);
  }

  @Pattern('applications.secrets.delete', 'applications.update', { names: 'application' })
  removeSecret(
    @CurrentPrincipal() { account }: Principal,
    @CurrentRequester() requester: Requester,
    @Message() { params }: MessageRequest,
  ) {
    return this.applications.removeSecret(account.id, params.id, params.secret_id, requester);
  }

  @Pattern('applications.tokens.list', 'applications.read', { names: 'application' })
  async listTokens(
    @CurrentPrincipal() { account }: Principal,
    @Message() { params: { id } }: MessageRequest,
  ) {
    return this.presenter.presentTokens(id, await this.tokens.list(account.id, id));
  }

  @Pattern('applications.tokens.create', 'applications.update', { names: 'application' })
  async createToken(
    @MessageBody() body: Unvalidated<CreateNamedTokenDto>,
    @CurrentPrincipal() { account }: Principal,
    @CurrentRequester() requester: Requester,
    @Message() message: MessageRequest,
  ) {
    notStored(message);
    const { id } = message.params;
    const created = await this.tokens.create(account.id, id, body, requester);
    return this.presenter.presentNewToken(id, created);
  }

  @Pattern('applications.tokens.revoke', 'applications.update', { names: 'application' })
  revokeToken(
    @CurrentPrincipal() { account }: Principal,
    @CurrentRequester() requester: Requester,
    @Message() { params }: MessageRequest,
  ) {
    return this.tokens.revoke(account.id, params.id, params.token_id, requester);
  }
}

/** Keeps responses with tokens or secrets out of caches. */
function notStored(message: MessageRequest): void {
  message.responseHeaders['Cache-Control'] = 'no-store';
}

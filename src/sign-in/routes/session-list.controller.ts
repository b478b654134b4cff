import { Controller, Delete, Get, Param, VERSION_NEUTRAL } from '@nestjs/common';
import { maxSessions, SessionsService } from '../../access/sessions/sessions.service.js';
import { ApiEndpoint } from '../../http/api-endpoint.decorator.js';
import { NotStored } from '../../http/not-stored.decorator.js';
import { ApiParam, ApiTags } from '../../http/openapi/swagger.decorators.js';
import { identifierSchema } from '../../http/openapi/text.schemas.js';
import { Operation } from '../../http/operation.decorator.js';
import { Links } from '../../http/urls/links.js';
import { CurrentBrowser, type SessionBrowser } from '../browser.js';
import { SessionListDto } from './dto/session.dto.js';
import { SessionApi } from './session-api.decorator.js';
import { presentListedSession } from './session.presenter.js';

/** All sessions of the account that is signed in. */
@ApiTags('session')
@SessionApi()
@Controller({ path: 'session/list', version: VERSION_NEUTRAL })
export class SessionListController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly links: Links,
  ) {}

  @Get()
  @NotStored()
  @ApiEndpoint({
    caller: 'browser',
    operationId: 'listSessions',
    summary: 'List the sessions of the account',
    description: `The most recently used first, at most ${maxSessions}.`,
    success: { status: 200, description: 'The sessions.', type: SessionListDto },
    errors: ['session_required', 'account_suspended'],
  })
  @Operation('sessions.read')
  async list(@CurrentBrowser() { account, session }: SessionBrowser): Promise<SessionListDto> {
    const sessions = await this.sessions.list(account!.id);
    return {
      sessions: sessions.map((each) => presentListedSession(each, session!)),
      _links: this.links.self('session', 'list'),
    };
  }

  @Delete(':id')
  @NotStored()
  @ApiParam({ name: 'id', schema: identifierSchema })
  @ApiEndpoint({
    caller: 'browser',
    operationId: 'endSession',
    summary: 'End a session of the account',
    description: 'Signs another browser out, or this one. Also succeeds if the session has ended.',
    success: { status: 204, description: 'The session has ended.' },
    errors: ['session_required', 'account_suspended'],
  })
  @Operation('sessions.update')
  async end(
    @CurrentBrowser() { account, requester }: SessionBrowser,
    @Param('id') id: string,
  ): Promise<void> {
    await this.sessions.end(account!.id, id, requester);
  }
}

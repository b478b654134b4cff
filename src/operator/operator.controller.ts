import { Delete, Get, Param, Post, Put, Query, StreamableFile } from '@nestjs/common';
import { UpdatePermissionsDto } from '../accounts/dto/account-settings.dto.js';
import { AccountExportDto } from '../export/dto/account-export.dto.js';
import { AccountExportService } from '../export/account-export.service.js';
import { bodyErrors } from '../http/api-endpoint.decorator.js';
import { JsonBody } from '../http/input/json-body.js';
import type { Unvalidated } from '../validation/unvalidated.js';
import {
  accountQuery,
  pageQuery,
  type AccountQueryDto,
  type PageQueryDto,
} from './dto/account-query.dto.js';
import { AccountListDto, OperatorAccountDto } from './dto/operator-account.dto.js';
import { OperatorApplicationListDto, SessionListDto } from './dto/operator-lists.dto.js';
import { RestorationDto, SuspensionDto } from './dto/reason.dto.js';
import { IdOf, OperatorEndpoint, QueryOf } from './operator-endpoint.decorator.js';
import { CurrentOperator } from './operator.guard.js';
import { OperatorRoutes } from './operator-routes.decorator.js';
import type { OperatorRequester } from '../request/requester.js';
import { OperatorService } from './operator.service.js';

/**
 * The operator actions over HTTP. Password reset links are excluded: anyone who reads a response or its log could take
 * over the account. Only the command line prints one.
 *
 * Mount it with `operatorControllers`, which adds the guards.
 */
@OperatorRoutes('operator')
export abstract class OperatorController {
  constructor(
    private readonly operator: OperatorService,
    private readonly exports: AccountExportService,
  ) {}

  @Get('accounts')
  @QueryOf(accountQuery)
  @OperatorEndpoint({
    operationId: 'findAccounts',
    summary: 'Find accounts',
    description:
      'The newest first, by pages: `before` is `next` of the page before. Every condition must hold.',
    success: { description: 'A page of them.', type: AccountListDto },
    errors: ['account_not_found'],
    invalid: { created_from: 'date_invalid' },
  })
  find(
    @Query() query: Unvalidated<AccountQueryDto>,
    @CurrentOperator() requester: OperatorRequester,
  ): Promise<AccountListDto> {
    return this.operator.find(query, requester);
  }

  @Get('accounts/:id')
  @IdOf('account')
  @OperatorEndpoint({
    operationId: 'showAccount',
    summary: 'Show an account',
    description: 'With its status, and how much it has.',
    success: { description: 'The account.', type: OperatorAccountDto },
    errors: ['account_not_found'],
  })
  show(
    @Param('id') id: string,
    @CurrentOperator() requester: OperatorRequester,
  ): Promise<OperatorAccountDto> {
    return this.operator.show(id, requester);
  }

  @Post('accounts/:id/suspend')
  @IdOf('account')
  @OperatorEndpoint({
    operationId: 'suspendAccount',
    summary: 'Suspend an account',
    description:
      'Its tokens and sign-ins are refused on every node within 250 ms, until it is restored. Nothing is deleted.',
    success: { description: 'The suspended account.', type: OperatorAccountDto },
    errors: ['account_not_found', ...bodyErrors],
    invalid: { reason: 'required' },
  })
  suspend(
    @Param('id') id: string,
    @JsonBody(SuspensionDto) body: Unvalidated<SuspensionDto>,
    @CurrentOperator() requester: OperatorRequester,
  ): Promise<OperatorAccountDto> {
    return this.operator.suspend(id, body, requester);
  }

  @Post('accounts/:id/restore')
  @IdOf('account')
  @OperatorEndpoint({
    operationId: 'restoreAccount',
    summary: 'End the suspension of an account',
    description: 'Its tokens and sessions are accepted again. The body is optional.',
    success: { description: 'The account.', type: OperatorAccountDto },
    errors: ['account_not_found', ...bodyErrors],
  })
  restore(
    @Param('id') id: string,
    @JsonBody(RestorationDto, { required: false }) body: Unvalidated<RestorationDto>,
    @CurrentOperator() requester: OperatorRequester,
  ): Promise<OperatorAccountDto> {
    return this.operator.restore(id, body, requester);
  }

  @Put('accounts/:id/permissions')
  @IdOf('account')
  @OperatorEndpoint({
    operationId: 'setPermissions',
    summary: 'Set the permissions of an account',
    description: 'What is absent stays. A name that is no permission is an error.',
    success: { description: 'The account.', type: OperatorAccountDto },
    errors: ['account_not_found', ...bodyErrors],
    invalid: { create_alert: 'not_boolean' },
  })
  setPermissions(
    @Param('id') id: string,
    @JsonBody(UpdatePermissionsDto) body: Unvalidated<UpdatePermissionsDto>,
    @CurrentOperator() requester: OperatorRequester,
  ): Promise<OperatorAccountDto> {
    return this.operator.setPermissions(id, body, requester);
  }

  @Get('accounts/:id/sessions')
  @IdOf('account')
  @OperatorEndpoint({
    operationId: 'listSessions',
    summary: 'List the sessions of an account',
    description: 'The browsers that are signed in to it, the last used one first.',
    success: { description: 'All of them.', type: SessionListDto },
    errors: ['account_not_found'],
  })
  sessions(
    @Param('id') id: string,
    @CurrentOperator() requester: OperatorRequester,
  ): Promise<SessionListDto> {
    return this.operator.sessions(id, requester);
  }

  @Delete('accounts/:id/sessions')
  @IdOf('account')
  @OperatorEndpoint({
    operationId: 'endSessions',
    summary: 'End every session of an account',
    description: 'The access tokens of applications stay.',
    success: { description: 'None is left.' },
    errors: ['account_not_found'],
  })
  async endSessions(
    @Param('id') id: string,
    @CurrentOperator() requester: OperatorRequester,
  ): Promise<void> {
    await this.operator.endSessions(id, requester);
  }

  @Post('accounts/:id/reset')
  @IdOf('account')
  @OperatorEndpoint({
    operationId: 'startReset',
    summary: 'Send a password reset email',
    description:
      'To the owner, who alone chooses the new one; where the address is not verified, the mail that verifies it. An error says that none is sent. Takes no body.',
    success: { status: 202, description: 'It is sent as soon as possible.' },
    errors: ['account_not_found', 'mail_unavailable'],
  })
  startReset(
    @Param('id') id: string,
    @CurrentOperator() requester: OperatorRequester,
  ): Promise<void> {
    return this.operator.startReset(id, requester);
  }

  @Post('accounts/:id/remove-factor')
  @IdOf('account')
  @OperatorEndpoint({
    operationId: 'removeFactor',
    summary: 'Remove a second factor that is lost',
    description:
      'In 24 hours: the owner is mailed immediately and can stop it. It removes everything that is there now and ends all sessions; `factor_removal_at` of the status says when. Takes no body.',
    success: { status: 202, description: 'The account.', type: OperatorAccountDto },
    errors: ['account_not_found', 'mail_unavailable', 'second_factor_missing'],
  })
  removeFactor(
    @Param('id') id: string,
    @CurrentOperator() requester: OperatorRequester,
  ): Promise<OperatorAccountDto> {
    return this.operator.removeFactor(id, requester);
  }

  @Get('accounts/:id/export')
  @IdOf('account')
  @OperatorEndpoint({
    operationId: 'exportAccount',
    summary: 'Export an account',
    description: 'Everything that is kept about it, without secrets.',
    success: { description: 'What is kept.', type: AccountExportDto },
    errors: ['account_not_found'],
  })
  async export(
    @Param('id') id: string,
    @CurrentOperator() requester: OperatorRequester,
  ): Promise<StreamableFile> {
    return new StreamableFile(await this.exports.export(id, requester), {
      type: 'application/json; charset=utf-8',
    });
  }

  @Delete('accounts/:id')
  @IdOf('account')
  @OperatorEndpoint({
    operationId: 'deleteAccount',
    summary: 'Delete an account',
    description:
      'With all its data, immediately and permanently. Its email address can be used again.',
    errors: ['account_not_found'],
  })
  delete(@Param('id') id: string, @CurrentOperator() requester: OperatorRequester): Promise<void> {
    return this.operator.delete(id, requester);
  }

  @Get('applications')
  @QueryOf(pageQuery)
  @OperatorEndpoint({
    operationId: 'listApplications',
    summary: 'List applications with their owners',
    description: 'The newest first, by pages: `before` is `next` of the page before.',
    success: { description: 'A page of them.', type: OperatorApplicationListDto },
    errors: ['application_not_found'],
  })
  applications(
    @Query() query: Unvalidated<PageQueryDto>,
    @CurrentOperator() requester: OperatorRequester,
  ): Promise<OperatorApplicationListDto> {
    return this.operator.applications(query, requester);
  }

  @Delete('applications/:id')
  @IdOf('application')
  @OperatorEndpoint({
    operationId: 'deleteApplication',
    summary: 'Delete an application',
    description: 'With its tokens and grants, immediately and permanently.',
    errors: ['application_not_found'],
  })
  deleteApplication(
    @Param('id') id: string,
    @CurrentOperator() requester: OperatorRequester,
  ): Promise<void> {
    return this.operator.deleteApplication(id, requester);
  }
}

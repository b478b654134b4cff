import { Delete, Get, Param, Post, Put, Query, StreamableFile } from '@nestjs/common';
import { UpdatePermissionsDto } from '../accounts/dto/account-settings.dto.js';
import { AccountExportDto } from '../export/dto/account-export.dto.js';
import { AccountExportService } from '../export/account-export.service.js';
import { bodyErrors } from '../http/api-endpoint.decorator.js';
import { JsonBody } from '../http/input/json-body.js';
import type { Unvalidated } from '../validation/unvalidated.js';
import {
  accountQuery,
  applicationQuery,
  type AccountQueryDto,
  type ApplicationQueryDto,
} from './dto/account-query.dto.js';
import { AccountListDto, OperatorAccountDto } from './dto/operator-account.dto.js';
import {
  OperatorApplicationDto,
  OperatorApplicationListDto,
  OperatorSessionListDto,
} from './dto/operator-lists.dto.js';
import { RestorationDto, SuspensionDto } from './dto/reason.dto.js';
import { TrustDto } from './dto/trust.dto.js';
import { OperatorEndpoint, OperatorRoutes, ApiQueries } from './operator-endpoint.decorator.js';
import { CurrentOperator } from './operator.guard.js';
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
  @ApiQueries(accountQuery)
  @OperatorEndpoint({
    operationId: 'findAccounts',
    summary: 'Find accounts',
    description:
      'The newest first, in pages: `before` is `next` of the previous page. Results match all conditions. An unknown parameter is an error.',
    success: { description: 'A page of results.', type: AccountListDto },
    errors: ['account_not_found'],
    invalid: { created_from: 'date_invalid' },
  })
  find(
    @Query() query: Unvalidated<AccountQueryDto>,
    @CurrentOperator() requester: OperatorRequester,
  ) {
    return this.operator.find(query, requester);
  }

  @Get('accounts/:id')
  @OperatorEndpoint({
    id: 'account',
    operationId: 'showAccount',
    summary: 'Show an account',
    description:
      'The account with its status, and the numbers of its applications, sessions and grants.',
    success: { description: 'The account.', type: OperatorAccountDto },
  })
  show(@Param('id') id: string, @CurrentOperator() requester: OperatorRequester) {
    return this.operator.show(id, requester);
  }

  @Post('accounts/:id/suspend')
  @OperatorEndpoint({
    id: 'account',
    operationId: 'suspendAccount',
    summary: 'Suspend an account',
    description:
      'Its tokens and sign-ins are refused on every node within 250 ms, until it is restored. Nothing is deleted.',
    success: { description: 'The suspended account.', type: OperatorAccountDto },
    errors: bodyErrors,
    invalid: { reason: 'required' },
  })
  suspend(
    @Param('id') id: string,
    @JsonBody(SuspensionDto) body: Unvalidated<SuspensionDto>,
    @CurrentOperator() requester: OperatorRequester,
  ) {
    return this.operator.suspend(id, body, requester);
  }

  @Post('accounts/:id/restore')
  @OperatorEndpoint({
    id: 'account',
    operationId: 'restoreAccount',
    summary: 'End the suspension of an account',
    description: 'Its tokens and sessions are accepted again. The body is optional.',
    success: { description: 'The account.', type: OperatorAccountDto },
    errors: bodyErrors,
  })
  restore(
    @Param('id') id: string,
    @JsonBody(RestorationDto, { required: false }) body: Unvalidated<RestorationDto>,
    @CurrentOperator() requester: OperatorRequester,
  ) {
    return this.operator.restore(id, body, requester);
  }

  @Put('accounts/:id/permissions')
  @OperatorEndpoint({
    id: 'account',
    operationId: 'setPermissions',
    summary: 'Set the permissions of an account',
    description: 'Absent permissions stay unchanged. An unknown name is an error.',
    success: { description: 'The account.', type: OperatorAccountDto },
    errors: bodyErrors,
    invalid: { create_alert: 'not_boolean' },
  })
  setPermissions(
    @Param('id') id: string,
    @JsonBody(UpdatePermissionsDto) body: Unvalidated<UpdatePermissionsDto>,
    @CurrentOperator() requester: OperatorRequester,
  ) {
    return this.operator.setPermissions(id, body, requester);
  }

  @Get('accounts/:id/sessions')
  @OperatorEndpoint({
    id: 'account',
    operationId: 'listAccountSessions',
    summary: 'List the sessions of an account',
    description: 'The browsers that are signed in, the last used one first.',
    success: { description: 'All of them.', type: OperatorSessionListDto },
  })
  sessions(@Param('id') id: string, @CurrentOperator() requester: OperatorRequester) {
    return this.operator.sessions(id, requester);
  }

  @Delete('accounts/:id/sessions')
  @OperatorEndpoint({
    id: 'account',
    operationId: 'endSessions',
    summary: 'End every session of an account',
    description: 'The access tokens of applications stay valid.',
    success: { description: 'All sessions have ended.' },
  })
  async endSessions(@Param('id') id: string, @CurrentOperator() requester: OperatorRequester) {
    await this.operator.endSessions(id, requester);
  }

  @Post('accounts/:id/reset')
  @OperatorEndpoint({
    id: 'account',
    operationId: 'startReset',
    summary: 'Send a password reset email',
    description:
      'Sends the mail to the owner, who alone chooses the new password. If the address is not verified, the owner receives the mail that verifies it instead. An error means that no mail is sent. Requires no body.',
    success: { status: 202, description: 'It is sent as soon as possible.' },
    errors: ['mail_unavailable'],
  })
  startReset(@Param('id') id: string, @CurrentOperator() requester: OperatorRequester) {
    return this.operator.startReset(id, requester);
  }

  @Post('accounts/:id/remove-factor')
  @OperatorEndpoint({
    id: 'account',
    operationId: 'removeFactor',
    summary: 'Remove a second factor that is lost',
    description:
      'Takes effect after 24 hours. The owner receives a mail immediately and can stop it. Removes the present factors and ends all sessions at `factor_removal_at` of the status. Requires no body.',
    success: { status: 202, description: 'The account.', type: OperatorAccountDto },
    errors: ['mail_unavailable', 'second_factor_missing'],
  })
  removeFactor(@Param('id') id: string, @CurrentOperator() requester: OperatorRequester) {
    return this.operator.removeFactor(id, requester);
  }

  @Get('accounts/:id/export')
  @OperatorEndpoint({
    id: 'account',
    operationId: 'exportAnyAccount',
    summary: 'Export an account',
    description: 'All stored data about the account, without secrets.',
    success: { description: 'The stored data.', type: AccountExportDto },
  })
  async export(@Param('id') id: string, @CurrentOperator() requester: OperatorRequester) {
    return new StreamableFile(await this.exports.export(id, requester), {
      type: 'application/json; charset=utf-8',
    });
  }

  @Delete('accounts/:id')
  @OperatorEndpoint({
    id: 'account',
    operationId: 'deleteAnyAccount',
    summary: 'Delete an account',
    description:
      'With all its data, immediately and permanently. Its email address can be used again.',
  })
  delete(@Param('id') id: string, @CurrentOperator() requester: OperatorRequester) {
    return this.operator.delete(id, requester);
  }

  @Get('applications')
  @ApiQueries(applicationQuery)
  @OperatorEndpoint({
    operationId: 'listAllApplications',
    summary: 'Find applications with their owners',
    description:
      'The newest first, in pages: `before` is `next` of the previous page. Results match all conditions. An unknown parameter is an error.',
    success: { description: 'A page of results.', type: OperatorApplicationListDto },
    errors: ['application_not_found', 'account_not_found'],
    invalid: { name_prefix: 'blank' },
  })
  applications(
    @Query() query: Unvalidated<ApplicationQueryDto>,
    @CurrentOperator() requester: OperatorRequester,
  ) {
    return this.operator.applications(query, requester);
  }

  @Post('applications/:id/trust')
  @OperatorEndpoint({
    id: 'application',
    operationId: 'trustApplication',
    summary: 'Trust an application',
    description:
      'Its users are no longer asked for consent to identity scopes and `account:read`. The body repeats its redirect URIs: 412 if they have changed. Any later change of them ends the trust.',
    success: { description: 'The application.', type: OperatorApplicationDto },
    errors: [...bodyErrors, 'application_untrustable', 'precondition_failed'],
    invalid: { redirect_uris: 'required' },
  })
  trustApplication(
    @Param('id') id: string,
    @JsonBody(TrustDto) body: Unvalidated<TrustDto>,
    @CurrentOperator() requester: OperatorRequester,
  ) {
    return this.operator.trustApplication(id, body, requester);
  }

  @Post('applications/:id/distrust')
  @OperatorEndpoint({
    id: 'application',
    operationId: 'distrustApplication',
    summary: 'End the trust in an application',
    description:
      'Its users are asked for consent again. The tokens that it has received stay valid. Requires no body.',
    success: { description: 'The application.', type: OperatorApplicationDto },
  })
  distrustApplication(@Param('id') id: string, @CurrentOperator() requester: OperatorRequester) {
    return this.operator.distrustApplication(id, requester);
  }

  @Delete('applications/:id')
  @OperatorEndpoint({
    id: 'application',
    operationId: 'deleteAnyApplication',
    summary: 'Delete an application',
    description: 'With its tokens and grants, immediately and permanently.',
  })
  deleteApplication(@Param('id') id: string, @CurrentOperator() requester: OperatorRequester) {
    return this.operator.deleteApplication(id, requester);
  }
}

import { Controller, Get, StreamableFile, VERSION_NEUTRAL } from '@nestjs/common';
import { OwnTokenOnly } from '../access/authentication/scope.guard.js';
import { CurrentPrincipal, type Principal } from '../principals/principal.js';
import { OwnAccountOnly, ownershipErrors } from '../accounts/own-account.guard.js';
import type { Requester } from '../request/requester.js';
import { AccountsApi } from '../http/accounts-api.decorator.js';
import { ApiEndpoint } from '../http/api-endpoint.decorator.js';
import { CurrentRequester } from '../http/current-requester.decorator.js';
import { NotStored } from '../http/not-stored.decorator.js';
import { ApiTags } from '../http/openapi/swagger.decorators.js';
import { Operation } from '../http/operation.decorator.js';
import { AccountExportService } from './account-export.service.js';
import { AccountExportDto } from './dto/account-export.dto.js';

@ApiTags('accounts')
@AccountsApi()
@Controller({ path: 'accounts', version: VERSION_NEUTRAL })
export class AccountExportController {
  constructor(private readonly exports: AccountExportService) {}

  @Get(':account_id/export')
  @OwnAccountOnly()
  @ApiEndpoint({
    operationId: 'exportAccount',
    summary: 'Export an account',
    description:
      'All stored data about the account, without secrets: its members, applications, grants, sessions and audit events. Requires an application’s own token.',
    success: { status: 200, description: 'The stored data.', type: AccountExportDto },
    errors: [...ownershipErrors, 'own_token_required'],
  })
  @Operation('accounts.export')
  @NotStored()
  @OwnTokenOnly()
  async export(
    @CurrentPrincipal() { account }: Principal,
    @CurrentRequester() requester: Requester,
  ): Promise<StreamableFile> {
    return new StreamableFile(await this.exports.export(account.id, requester), {
      type: 'application/json; charset=utf-8',
    });
  }
}

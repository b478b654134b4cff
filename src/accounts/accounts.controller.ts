import {
  Controller,
  Delete,
  Get,
  HttpCode,
  Post,
  Put,
  UseGuards,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import { CurrentPrincipal, type Principal } from '../access/principal.js';
import { OwnTokenOnly, RequiredScope } from '../access/scope.guard.js';
import { AccountsApi } from '../http/accounts-api.decorator.js';
import { JsonBody, type Validated } from '../http/json-body.decorator.js';
import { Operation } from '../http/operation.decorator.js';
import { AccountPresenter } from './account.presenter.js';
import { AccountsService } from './accounts.service.js';
import { AccountAnswerDto } from './dto/account.dto.js';
import { CreateAccountDto } from './dto/create-account.dto.js';
import { UpdateAccountDto } from './dto/update-account.dto.js';
import { OwnAccountGuard } from './own-account.guard.js';

/** The account resource (SPEC 4). */
@AccountsApi()
@Controller({ path: 'accounts', version: VERSION_NEUTRAL })
export class AccountsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly presenter: AccountPresenter,
  ) {}

  @Post()
  @HttpCode(200)
  @Operation('accounts.create')
  @RequiredScope('account:write')
  async create(
    @JsonBody(CreateAccountDto) body: Validated<CreateAccountDto>,
    @CurrentPrincipal() { application }: Principal,
  ): Promise<AccountAnswerDto> {
    return this.presenter.present(await this.accounts.create(body, application.id));
  }

  @Get(':id')
  @Operation('accounts.read')
  @RequiredScope('account:read')
  @UseGuards(OwnAccountGuard)
  read(@CurrentPrincipal() { account }: Principal): AccountAnswerDto {
    return this.presenter.present(account);
  }

  @Put(':id')
  @Operation('accounts.update')
  @RequiredScope('account:write')
  @UseGuards(OwnAccountGuard)
  async update(
    @JsonBody(UpdateAccountDto) body: Validated<UpdateAccountDto>,
    @CurrentPrincipal() { account }: Principal,
  ): Promise<AccountAnswerDto> {
    return this.presenter.present(await this.accounts.update(account.id, body));
  }

  @Delete(':id')
  @HttpCode(204)
  @Operation('accounts.delete')
  @OwnTokenOnly()
  @UseGuards(OwnAccountGuard)
  delete(@CurrentPrincipal() { account }: Principal): Promise<void> {
    return this.accounts.delete(account.id);
  }
}

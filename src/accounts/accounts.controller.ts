import {
  Controller,
  Delete,
  Get,
  HttpCode,
  Ip,
  Post,
  Put,
  UseGuards,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal } from '../access/principal.js';
import { OwnTokenOnly } from '../access/scope.guard.js';
import { AccountsApi } from '../http/accounts-api.decorator.js';
import { ApiAnswers, bodyErrors } from '../http/api-answers.decorator.js';
import type { ErrorCode } from '../http/error-codes.js';
import { JsonBody, type Sent } from '../http/json-body.decorator.js';
import { Operation } from '../http/operation.decorator.js';
import { AccountPresenter } from './account.presenter.js';
import { AccountsService } from './accounts.service.js';
import { AccountAnswerDto } from './dto/account.dto.js';
import { CreateAccountDto } from './dto/create-account.dto.js';
import { UpdateAccountDto } from './dto/update-account.dto.js';
import { OwnAccountGuard } from './own-account.guard.js';
import { requesterOf } from './requester.js';

const hashingErrors: readonly ErrorCode[] = [...bodyErrors, 'overloaded'];
const ownershipErrors: readonly ErrorCode[] = ['access_denied', 'account_not_found'];

const account = { status: 200, description: 'The account.', type: AccountAnswerDto };

const AccountId = () =>
  ApiParam({
    name: 'id',
    description: 'The id of the account, or `me` for the one the token belongs to.',
    schema: { type: 'string', maxLength: 24, pattern: '^(me|[0-9A-Za-z]{24})$', example: 'me' },
  });

/** The account resource (SPEC 4). */
@ApiTags('accounts')
@AccountsApi()
@Controller({ path: 'accounts', version: VERSION_NEUTRAL })
export class AccountsController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly presenter: AccountPresenter,
  ) {}

  @Post()
  @HttpCode(200)
  @ApiAnswers({
    operationId: 'createAccount',
    scope: 'account:write',
    summary: 'Create an account',
    description:
      'The new account belongs to the person, not to the token it was created with: only an application of that person can read or change it.',
    success: account,
    errors: hashingErrors,
    invalid: {
      children: {
        email: { errors: [{ code: 'email_taken' }] },
        password: { errors: [{ code: 'password_digit_missing' }] },
        default_notification_phone: {
          errors: [{ code: 'phone_number_invalid' }],
          children: { number: { errors: [{ code: 'phone_number_invalid' }] } },
        },
      },
    },
  })
  @Operation('accounts.create')
  async create(
    @JsonBody(CreateAccountDto) body: Sent<CreateAccountDto>,
    @CurrentPrincipal() { application }: Principal,
  ): Promise<AccountAnswerDto> {
    return this.presenter.present(await this.accounts.create(body, application.id));
  }

  @Get(':id')
  @AccountId()
  @ApiAnswers({
    operationId: 'readAccount',
    scope: 'account:read',
    summary: 'Read an account',
    description: 'The one the token belongs to, and no other.',
    success: account,
    errors: ownershipErrors,
  })
  @Operation('accounts.read')
  @UseGuards(OwnAccountGuard)
  read(@CurrentPrincipal() { account }: Principal): AccountAnswerDto {
    return this.presenter.present(account);
  }

  @Put(':id')
  @AccountId()
  @ApiAnswers({
    operationId: 'updateAccount',
    scope: 'account:write',
    summary: 'Change an account',
    description:
      'What is absent stays, `null` clears what is optional, and what cannot be changed is ignored: an account can be sent back as it was read. All of a request is applied, or nothing.',
    success: account,
    errors: [...ownershipErrors, ...hashingErrors],
    invalid: {
      children: {
        language_code: { errors: [{ code: 'language_unknown' }] },
        old_password: { errors: [{ code: 'old_password_wrong' }] },
      },
    },
  })
  @Operation('accounts.update')
  @UseGuards(OwnAccountGuard)
  async update(
    @JsonBody(UpdateAccountDto) body: Sent<UpdateAccountDto>,
    @CurrentPrincipal() principal: Principal,
    @Ip() source: string,
  ): Promise<AccountAnswerDto> {
    const requester = requesterOf(principal, source);
    const updated = await this.accounts.update(principal.account.id, body, requester);
    return this.presenter.present(updated);
  }

  @Delete(':id')
  @HttpCode(204)
  @AccountId()
  @ApiAnswers({
    operationId: 'deleteAccount',
    summary: 'Delete an account',
    description:
      'With its applications and tokens, at once and for good. Needs the own token of an application.',
    success: { status: 204, description: 'The account is gone.' },
    errors: [...ownershipErrors, 'own_token_required'],
  })
  @Operation('accounts.delete')
  @OwnTokenOnly()
  @UseGuards(OwnAccountGuard)
  delete(@CurrentPrincipal() { account }: Principal): Promise<void> {
    return this.accounts.delete(account.id);
  }
}

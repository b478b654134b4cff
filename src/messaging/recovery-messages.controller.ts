import { Controller, Optional } from '@nestjs/common';
import { OwnTokenOnly, RequiredScope } from '../access/authentication/scope.guard.js';
import { CurrentPrincipal, type Principal } from '../principals/principal.js';
import { AccountPresenter } from '../accounts/account.presenter.js';
import { AccountsService } from '../accounts/accounts.service.js';
import type { AccountStatusResponseDto } from '../accounts/dto/account-status.dto.js';
import { NotFoundError } from '../errors/error-registry.js';
import type { Unvalidated } from '../validation/unvalidated.js';
import { Operation } from '../http/operation.decorator.js';
import { PasswordResetDto } from '../email-flows/dto/password-reset.dto.js';
import { EmailVerificationService } from '../email-flows/email-verification.service.js';
import { PasswordResetService } from '../email-flows/password-reset.service.js';
import { MessageBody } from './binding/message-body.decorator.js';
import { NamesAccount } from './binding/message.guard.js';
import { MessagesApi, Pattern } from './binding/messages-api.decorator.js';

/** Account status and mail requests as messages. Mail requests return 404 without `mailFeature`. */
@MessagesApi()
@Controller()
export class RecoveryMessagesController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly presenter: AccountPresenter,
    @Optional() private readonly resets?: PasswordResetService,
    @Optional() private readonly verification?: EmailVerificationService,
  ) {}

  @Pattern('accounts.status')
  @Operation('accounts.read')
  @RequiredScope('account:read')
  @NamesAccount()
  async readStatus(@CurrentPrincipal() { account }: Principal): Promise<AccountStatusResponseDto> {
    return this.presenter.presentStatus(account, await this.accounts.status(account));
  }

  @Pattern('accounts.verify')
  @Operation('accounts.verify')
  @RequiredScope('account:write')
  @NamesAccount()
  verify(@CurrentPrincipal() { account }: Principal): Promise<void> {
    if (!this.verification) throw new NotFoundError();
    return this.verification.request(account);
  }

  @Pattern('accounts.reset')
  @Operation('accounts.reset')
  @OwnTokenOnly()
  reset(@MessageBody() body: Unvalidated<PasswordResetDto>): Promise<void> {
    // The console and operators need PasswordResetService without mails too.
    if (!this.verification) throw new NotFoundError();
    return this.resets!.request(body);
  }
}

import { Controller } from '@nestjs/common';
import { OwnTokenOnly } from '../access/authentication/scope.guard.js';
import { CurrentPrincipal, type Principal } from '../principals/principal.js';
import { AccountPresenter } from '../accounts/account.presenter.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { NotFoundError } from '../errors/error-registry.js';
import type { Unvalidated } from '../validation/unvalidated.js';
import { PasswordResetDto } from '../email-flows/dto/password-reset.dto.js';
import { EmailVerificationService } from '../email-flows/email-verification.service.js';
import { PasswordResetService } from '../email-flows/password-reset.service.js';
import { MessageBody } from './binding/message-body.decorator.js';
import { MessagesApi, Pattern } from './binding/messages-api.decorator.js';
import { OptionalOwn } from '../options/own-provider.js';

/** Account status and mail requests as messages. Mail requests return 404 without `mailFeature`. */
@MessagesApi()
@Controller()
export class RecoveryMessagesController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly presenter: AccountPresenter,
    @OptionalOwn(PasswordResetService) private readonly resets?: PasswordResetService,
    @OptionalOwn(EmailVerificationService) private readonly verification?: EmailVerificationService,
  ) {}

  @Pattern('accounts.status', 'accounts.read', { scope: 'account:read', names: 'account' })
  async readStatus(@CurrentPrincipal() { account }: Principal) {
    return this.presenter.presentStatus(account, await this.accounts.status(account));
  }

  @Pattern('accounts.verify', 'accounts.verify', { scope: 'account:write', names: 'account' })
  verify(@CurrentPrincipal() { account }: Principal) {
    if (!this.verification) throw new NotFoundError();
    return this.verification.request(account);
  }

  @Pattern('accounts.reset', 'accounts.reset')
  @OwnTokenOnly()
  reset(@MessageBody() body: Unvalidated<PasswordResetDto>) {
    // The console and operators need PasswordResetService without mails too.
    if (!this.verification || !this.resets) throw new NotFoundError();
    return this.resets.request(body);
  }
}

import { Get, Post } from '@nestjs/common';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { BrowserSignInService } from '../../sign-in/browser-sign-in.service.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { toRefusal, type FormRefusal } from '../shell/forms/form-refusal.js';
import { FormLimit } from '../shell/browser/page-limit.js';
import { redirectTo, render } from '../shell/browser/page-response.js';
import { PasskeyPrompts } from '../shell/browser/passkey-prompts.js';
import { CurrentVisitor, type SignedInVisitor } from '../shell/browser/visitor.js';
import { ConfirmPage } from './confirm.page.js';
import { SessionStart } from './session-start.js';

/** Asks a signed-in user to confirm their identity. */
@ConsolePages('console/confirm')
export class ConfirmController {
  constructor(
    private readonly signIns: BrowserSignInService,
    private readonly prompts: PasskeyPrompts,
    private readonly start: SessionStart,
  ) {}

  @Get()
  page(@CurrentVisitor() visitor: SignedInVisitor) {
    return this.show(visitor);
  }

  @Post()
  @FormLimit('passwords.change')
  confirm(
    @CurrentVisitor() visitor: SignedInVisitor,
    @FormBody() { password, code }: FormParameters,
  ) {
    return this.finish(visitor, 'form', () => this.signIns.confirm({ password, code }, visitor));
  }

  @Post('passkey')
  @FormLimit('second-factor')
  confirmWithPasskey(
    @CurrentVisitor() visitor: SignedInVisitor,
    @FormBody() { passkey = '' }: FormParameters,
  ) {
    return this.finish(visitor, 'passkeyForm', () =>
      this.signIns.confirmWithPasskey(passkey, this.prompts.site(visitor), visitor),
    );
  }

  /** @param name the form to show again if it is refused */
  private async finish(
    visitor: SignedInVisitor,
    name: 'form' | 'passkeyForm',
    confirm: () => Promise<string | undefined>,
  ) {
    try {
      const token = await confirm();
      // If the session has ended, the target page asks the visitor to sign in.
      const notice = token ? 'notice.confirmed' : undefined;
      return redirectTo(this.start.pageAfterSignIn(visitor), notice, { token });
    } catch (error) {
      return this.show(visitor, toRefusal(error, {}, visitor.language), name);
    }
  }

  private async show(
    visitor: SignedInVisitor,
    refusal?: FormRefusal,
    refused: 'form' | 'passkeyForm' = 'form',
  ) {
    const prompt = await this.prompts.secondFactor(visitor, visitor.account.id);
    const forms = { form: { values: {} }, ...(refusal && { [refused]: refusal.form }) };
    return render(<ConfirmPage {...prompt} {...forms} returnTo={visitor.returnTo} />, refusal);
  }
}

import { Get, Post } from '@nestjs/common';
import { authenticationMethods } from '../../access/sessions/authentication-methods.js';
import { SessionsService } from '../../access/sessions/sessions.service.js';
import { SignInService } from '../../accounts/sign-in/sign-in.service.js';
import type { Proof } from '../../changes/proof.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
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
    private readonly signIns: SignInService,
    private readonly prompts: PasskeyPrompts,
    private readonly sessions: SessionsService,
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
    return this.finish(visitor, 'form', async () => {
      const { account, requester } = visitor;
      const proof = await this.signIns.confirm(account, { password, code }, requester);
      const amr = authenticationMethods[proof.shown === 'factor' ? 'code' : 'password'];
      return { proof, amr };
    });
  }

  @Post('passkey')
  @FormLimit('second-factor')
  confirmWithPasskey(
    @CurrentVisitor() visitor: SignedInVisitor,
    @FormBody() { passkey = '' }: FormParameters,
  ) {
    return this.finish(visitor, 'passkeyForm', async () => {
      await this.prompts.verify(passkey, visitor, visitor.account.id);
      const proof = { shown: 'factor', requester: visitor.requester } as const;
      return { proof, amr: authenticationMethods.passkey };
    });
  }

  /** @param name the form to show again if it is refused */
  private async finish(
    visitor: SignedInVisitor,
    name: 'form' | 'passkeyForm',
    confirm: () => Promise<{ readonly proof: Proof; readonly amr: readonly string[] }>,
  ) {
    try {
      const { proof, amr } = await confirm();
      const token = await this.sessions.confirm(visitor.session, proof, amr);
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

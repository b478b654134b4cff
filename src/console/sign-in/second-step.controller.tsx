import { Get, Post } from '@nestjs/common';
import { SignInService } from '../../accounts/sign-in/sign-in.service.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { BrowserSignInService, getPendingSignIn } from '../../sign-in/browser-sign-in.service.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { toRefusal, type FormRefusal } from '../shell/forms/form-refusal.js';
import { OpenToAll } from '../shell/browser/page.guard.js';
import { redirect, render } from '../shell/browser/page-response.js';
import { PasskeyPrompts } from '../shell/browser/passkey-prompts.js';
import { withReturnTo } from '../shell/browser/return-to.js';
import { CurrentVisitor, type PageVisitor } from '../shell/browser/visitor.js';
import { SecondStepPage } from './second-step.page.js';
import { SessionStart } from './session-start.js';

type SecondFactor = 'code' | 'passkey';

/** The property of the page for the form of each factor. */
const forms = { code: 'form', passkey: 'passkeyForm' } as const;

@ConsolePages('console/second-step')
@OpenToAll()
export class SecondStepController {
  constructor(
    private readonly signIns: SignInService,
    private readonly browserSignIns: BrowserSignInService,
    private readonly prompts: PasskeyPrompts,
    private readonly start: SessionStart,
  ) {}

  @Get()
  async page(@CurrentVisitor() visitor: PageVisitor) {
    if (visitor.pendingSignIn === undefined) {
      if (visitor.account) return this.start.redirectAfterSignIn(visitor);
      return redirect(withReturnTo('/console/sign-in', visitor.returnTo));
    }
    return this.show(visitor).catch((error: unknown) => this.refused(error, visitor, 'code'));
  }

  @Post()
  verify(@CurrentVisitor() visitor: PageVisitor, @FormBody() { code = '' }: FormParameters) {
    return this.finish(visitor, 'code', () => this.browserSignIns.verifyCode(code, visitor));
  }

  @Post('passkey')
  verifyPasskey(
    @CurrentVisitor() visitor: PageVisitor,
    @FormBody() { passkey = '' }: FormParameters,
  ) {
    const site = this.prompts.site(visitor);
    return this.finish(visitor, 'passkey', () =>
      this.browserSignIns.verifyPasskey(passkey, site, visitor),
    );
  }

  private async finish(visitor: PageVisitor, factor: SecondFactor, verify: () => Promise<string>) {
    try {
      return this.start.begin(await verify(), visitor);
    } catch (error) {
      return this.refused(error, visitor, factor);
    }
  }

  private async refused(error: unknown, visitor: PageVisitor, factor: SecondFactor) {
    const again = this.start.restartSignIn(error, visitor);
    return again ?? this.show(visitor, toRefusal(error, {}, visitor.language), factor);
  }

  private async show(visitor: PageVisitor, refusal?: FormRefusal, refused: SecondFactor = 'code') {
    const { id, email } = await this.signIns.findAccount(getPendingSignIn(visitor));
    const { methods, passkeys } = await this.prompts.secondFactor(visitor, id);
    const states = { form: { values: {} }, ...(refusal && { [forms[refused]]: refusal.form }) };
    const { returnTo } = visitor;
    return render(
      <SecondStepPage {...{ email, methods, passkeys, returnTo, ...states }} />,
      refusal,
    );
  }
}

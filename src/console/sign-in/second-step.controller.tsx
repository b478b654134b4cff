import { Get, Post } from '@nestjs/common';
import { SignInService } from '../../accounts/sign-in.service.js';
import type { Account } from '../../database/records.js';
import { SignInExpiredError } from '../../errors/error-registry.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { toRefusal, type FormRefusal } from '../shell/browser/form-refusal.js';
import { OpenToAll } from '../shell/browser/page.guard.js';
import { redirect, render } from '../shell/browser/page-response.js';
import { PasskeyPrompts } from '../shell/browser/passkey-prompts.js';
import { withReturnTo } from '../shell/browser/return-to.js';
import { CurrentVisitor, type PageVisitor } from '../shell/browser/visitor.js';
import { SecondStepPage } from './second-step.page.js';
import { SessionStart } from './session-start.js';

type FormOfStep = 'form' | 'passkeyForm';

/** The second step of signing in. */
@ConsolePages('console/second-step')
@OpenToAll()
export class SecondStepController {
  constructor(
    private readonly signIns: SignInService,
    private readonly prompts: PasskeyPrompts,
    private readonly start: SessionStart,
  ) {}

  @Get()
  async page(@CurrentVisitor() visitor: PageVisitor) {
    if (visitor.pendingSignIn === undefined) {
      if (visitor.account) return this.start.redirectAfterSignIn(visitor);
      return redirect(withReturnTo('/console/sign-in', visitor.returnTo));
    }
    return this.show(visitor).catch((error: unknown) => this.refused(error, visitor, 'form'));
  }

  @Post()
  verify(@CurrentVisitor() visitor: PageVisitor, @FormBody() { code = '' }: FormParameters) {
    return this.finish(visitor, 'form', (pending) =>
      this.signIns.verifySecondFactor(pending, code, visitor.requester),
    );
  }

  @Post('passkey')
  verifyPasskey(
    @CurrentVisitor() visitor: PageVisitor,
    @FormBody() { passkey = '' }: FormParameters,
  ) {
    const site = this.prompts.site(visitor);
    return this.finish(visitor, 'passkeyForm', (pending) =>
      this.signIns.verifyPasskey(pending, passkey, site, visitor.requester),
    );
  }

  /** @param name the form to show again if it is refused */
  private async finish(
    visitor: PageVisitor,
    name: FormOfStep,
    verify: (pending: string) => Promise<Account>,
  ) {
    try {
      return await this.start.begin(await verify(pendingSignIn(visitor)), visitor);
    } catch (error) {
      return this.refused(error, visitor, name);
    }
  }

  private async refused(error: unknown, visitor: PageVisitor, name: FormOfStep) {
    const again = this.start.restartSignIn(error, visitor);
    return again ?? this.show(visitor, toRefusal(error, {}, visitor.language), name);
  }

  private async show(visitor: PageVisitor, refusal?: FormRefusal, refused: FormOfStep = 'form') {
    const { id, email } = await this.signIns.findAccount(pendingSignIn(visitor));
    const { methods, passkeys } = await this.prompts.secondFactor(visitor, id);
    const hasApp = methods.includes('totp');
    const forms = { form: { values: {} }, ...(refusal && { [refused]: refusal.form }) };
    const page = (
      <SecondStepPage {...{ email, hasApp, passkeys, ...forms }} returnTo={visitor.returnTo} />
    );
    return render(page, refusal);
  }
}

/** @throws SignInExpiredError */
function pendingSignIn({ pendingSignIn: pending }: PageVisitor): string {
  if (pending === undefined) throw new SignInExpiredError();
  return pending;
}

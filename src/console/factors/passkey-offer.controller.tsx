import { Get, Post } from '@nestjs/common';
import { FactorsService } from '../../factors/factors.service.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { RecoveryCodesPage } from './recovery-codes.page.js';
import { ConfirmFirst } from '../shell/browser/confirmations.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { FormLimit } from '../shell/browser/page-limit.js';
import { redirectTo, render } from '../shell/browser/page-response.js';
import { PasskeyPrompts } from '../shell/browser/passkey-prompts.js';
import { CurrentVisitor, type SignedInVisitor } from '../shell/browser/visitor.js';
import { formAction, type FormRefusal } from '../shell/forms/form-refusal.js';
import { describeUserAgent } from '../../http/headers/user-agent.js';
import { PasskeyOfferPage } from './passkey-offer.page.js';
import { SessionStart } from '../sign-in/session-start.js';

/** Offers a first passkey to users who have signed in with a password alone, on the way to the page they requested. */
@ConsolePages('console/passkey-offer')
export class PasskeyOfferController {
  constructor(
    private readonly factors: FactorsService,
    private readonly prompts: PasskeyPrompts,
    private readonly start: SessionStart,
  ) {}

  @Get()
  async page(@CurrentVisitor() visitor: SignedInVisitor) {
    const isOffered = this.prompts.findSite(visitor) !== undefined;
    if (isOffered && !(await this.factors.hasFactor(visitor.account.id))) return this.show(visitor);
    return this.start.redirectAfterSignIn(visitor);
  }

  @Post()
  @FormLimit('accounts.update')
  @ConfirmFirst('everyone')
  add(
    @CurrentVisitor() visitor: SignedInVisitor,
    @FormBody() { passkey, name = '' }: FormParameters,
  ) {
    const showAgain = (refusal: FormRefusal) => this.show(visitor, refusal);
    return formAction(visitor, { name }, showAgain, async () => {
      const { codes, isMailed } = await this.prompts.add(visitor, { passkey, name });
      const next = this.start.pageAfterSignIn(visitor);
      if (codes) return render(<RecoveryCodesPage {...{ codes, next, isMailed }} />);
      return redirectTo(next, 'notice.passkey_added');
    });
  }

  private async show(visitor: SignedInVisitor, refusal?: FormRefusal) {
    const { session, returnTo } = visitor;
    const options = await this.prompts.creationOptions(visitor);
    const form = refusal?.form ?? { values: {} };
    const name = form.values.name ?? describeUserAgent(session.userAgent);
    const next = this.start.pageAfterSignIn(visitor);
    return render(<PasskeyOfferPage {...{ form, options, name, next, returnTo }} />, refusal);
  }
}

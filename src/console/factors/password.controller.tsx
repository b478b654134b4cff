import { Get, Post } from '@nestjs/common';
import { normalizedPassword } from '../../access/passwords/normalized-password.js';
import { SessionsService } from '../../access/sessions/sessions.service.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { ValidationFailedError } from '../../errors/validation-failed.error.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { FormLimit } from '../shell/browser/page-limit.js';
import { redirect, render } from '../shell/browser/page-response.js';
import { CurrentVisitor, type SignedInVisitor } from '../shell/browser/visitor.js';
import { formAction, type FormRefusal } from '../shell/forms/form-refusal.js';
import { PasswordPage } from './password.page.js';

@ConsolePages('console/security/password')
export class PasswordController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
  ) {}

  @Get()
  page(@CurrentVisitor() { form = {} }: SignedInVisitor) {
    return render(<PasswordPage form={{ values: form }} />);
  }

  @Post()
  @FormLimit('accounts.update')
  change(@CurrentVisitor() visitor: SignedInVisitor, @FormBody() form: FormParameters) {
    const { account, requester, session } = visitor;
    const { old_password = '', new_password = '', end_application_tokens: ends } = form;
    const showAgain = (refusal: FormRefusal) =>
      render(<PasswordPage form={refusal.form} />, refusal);
    return formAction(visitor, { end_application_tokens: ends }, showAgain, async () => {
      if (isSamePassword(old_password, new_password)) {
        throw ValidationFailedError.about({ new_password: 'password_unchanged' });
      }
      const changer = { ...requester, endApplicationTokens: ends === 'true', by: 'owner' } as const;
      await this.accounts.update(account.id, { old_password, new_password }, changer);
      const token = await this.sessions.renew(session);
      return redirect('/console/security', 'notice.password_changed', { token });
    });
  }
}

/** Whether the new password is the old one. The API accepts it (SPEC 4.2). Rules reject an empty or overlong one. */
function isSamePassword(old: string, renewed: string): boolean {
  const form = normalizedPassword(renewed);
  return Boolean(form) && form === normalizedPassword(old);
}

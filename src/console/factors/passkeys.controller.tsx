import { Get, Param, Post } from '@nestjs/common';
import { FactorsService } from '../../factors/factors.service.js';
import { PasskeysService } from '../../factors/passkeys.service.js';
import { NotFoundError } from '../../errors/error-registry.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { ConfirmFirst } from '../shell/browser/confirmations.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { formAction, type FormRefusal } from '../shell/forms/form-refusal.js';
import { FormLimit, PageLimit } from '../shell/browser/page-limit.js';
import { redirect, render } from '../shell/browser/page-response.js';
import { PasskeyPrompts } from '../shell/browser/passkey-prompts.js';
import { CurrentVisitor, type SignedInVisitor } from '../shell/browser/visitor.js';
import { describeUserAgent } from '../../http/headers/user-agent.js';
import { AddPasskeyPage } from './new-factor.page.js';
import { PasskeyPage } from './passkey.page.js';
import { RecoveryCodesPage } from './recovery-codes.page.js';

const security = '/console/security';

@ConsolePages('console/security/passkeys')
export class PasskeysController {
  constructor(
    private readonly passkeys: PasskeysService,
    private readonly factors: FactorsService,
    private readonly prompts: PasskeyPrompts,
  ) {}

  @Get()
  @ConfirmFirst('everyone')
  addPage(@CurrentVisitor() visitor: SignedInVisitor) {
    const name = visitor.form?.name ?? describeUserAgent(visitor.session.userAgent);
    return this.showAdd(visitor, { form: { values: { name } } });
  }

  @Post()
  @FormLimit('accounts.update')
  @ConfirmFirst('everyone')
  add(
    @CurrentVisitor() visitor: SignedInVisitor,
    @FormBody() { passkey, name = '' }: FormParameters,
  ) {
    const showAgain = (refusal: FormRefusal) => this.showAdd(visitor, refusal);
    return formAction(visitor, { name }, showAgain, async () => {
      const { codes, isMailed } = await this.prompts.add(visitor, { passkey, name });
      if (codes) return render(<RecoveryCodesPage codes={codes} isMailed={isMailed} />);
      return redirect(security, isMailed ? 'notice.verification_sent' : 'notice.passkey_added');
    });
  }

  @Get(':id')
  page(@CurrentVisitor() { account }: SignedInVisitor, @Param('id') id: string) {
    return this.show(account.id, id);
  }

  @Post(':id')
  @FormLimit('accounts.update')
  rename(
    @CurrentVisitor() visitor: SignedInVisitor,
    @Param('id') id: string,
    @FormBody() { name = '' }: FormParameters,
  ) {
    const { account, requester } = visitor;
    const showAgain = (refusal: FormRefusal) => this.show(account.id, id, refusal);
    return formAction(visitor, { name }, showAgain, async () => {
      await this.passkeys.rename(account.id, id, name, requester);
      return redirect(security, 'notice.passkey_renamed');
    });
  }

  @Post(':id/remove')
  @PageLimit('accounts.update')
  @ConfirmFirst('everyone')
  async remove(@CurrentVisitor() { account, requester }: SignedInVisitor, @Param('id') id: string) {
    const isRemoved = await this.passkeys.remove(account.id, id, requester);
    return redirect(security, isRemoved ? 'notice.passkey_removed' : undefined);
  }

  private async showAdd(
    visitor: SignedInVisitor,
    { form, ...response }: Pick<FormRefusal, 'form'> & Partial<FormRefusal>,
  ) {
    const options = await this.prompts.creationOptions(visitor);
    return render(<AddPasskeyPage form={form} options={options} />, response);
  }

  private async show(accountId: string, id: string, refusal?: FormRefusal) {
    const passkey = await this.passkeys.find(accountId, id);
    if (!passkey) throw new NotFoundError();
    const canRemove = await this.factors.isRemovable(accountId);
    return render(<PasskeyPage {...{ passkey, canRemove }} form={refusal?.form} />, refusal);
  }
}

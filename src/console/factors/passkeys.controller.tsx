import { Get, Param, Post } from '@nestjs/common';
import { FactorsService } from '../../factors/factors.service.js';
import { PasskeysService } from '../../factors/passkeys.service.js';
import type { Requester } from '../../request/requester.js';
import { NotFoundError } from '../../errors/error-registry.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import { AuthenticatorSetup } from './authenticator-setup.js';
import { ConfirmFirst } from '../shell/browser/confirmations.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { toRefusal, type FormRefusal } from '../shell/browser/form-refusal.js';
import {
  redirect,
  render,
  type Redirect,
  type RenderedPage,
} from '../shell/browser/page-response.js';
import { RelyingParties } from '../shell/browser/relying-parties.js';
import {
  CurrentVisitor,
  VisitorRequester,
  type SignedInVisitor,
} from '../shell/browser/visitor.js';
import { AddPasskeyPage } from './add-passkey.page.js';
import { PasskeyPage } from './passkey.page.js';
import { RecoveryCodesPage } from './recovery-codes.page.js';
import { lineOfUserAgent } from '../shell/rendering/user-agent.js';

/** The passkey pages. */
@ConsolePages('console/security/passkeys')
export class PasskeysController {
  constructor(
    private readonly passkeys: PasskeysService,
    private readonly factors: FactorsService,
    private readonly sites: RelyingParties,
    private readonly setup: AuthenticatorSetup,
    private readonly address: PublicUrl,
  ) {}

  @Get()
  @ConfirmFirst('everyone')
  addPage(@CurrentVisitor() visitor: SignedInVisitor): Promise<RenderedPage> {
    const name = visitor.form?.name ?? lineOfUserAgent(visitor.session.userAgent);
    return this.showAdd(visitor, { form: { values: { name } }, status: 200, headers: {} });
  }

  @Post()
  @ConfirmFirst('everyone')
  async add(
    @CurrentVisitor() visitor: SignedInVisitor,
    @VisitorRequester() requester: Requester,
    @FormBody() { passkey = '', name = '' }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    const { account, language } = visitor;
    try {
      const site = this.sites.existing(visitor);
      const codes = await this.passkeys.add(account, passkey, name, site, requester);
      const isMailed = await this.setup.asksForProof(account);
      if (!codes) return this.back(isMailed ? 'notice.verification_sent' : 'notice.passkey_added');
      return render(<RecoveryCodesPage codes={codes} isMailed={isMailed} />);
    } catch (error) {
      return this.showAdd(visitor, toRefusal(error, { name }, language));
    }
  }

  @Get(':id')
  async page(
    @CurrentVisitor() { account }: SignedInVisitor,
    @Param('id') id: string,
  ): Promise<RenderedPage> {
    return this.show(account.id, id);
  }

  @Post(':id')
  async rename(
    @CurrentVisitor() { account, language }: SignedInVisitor,
    @VisitorRequester() requester: Requester,
    @Param('id') id: string,
    @FormBody() { name = '' }: FormParameters,
  ): Promise<RenderedPage | Redirect> {
    try {
      await this.passkeys.rename(account.id, id, name, requester);
      return this.back('notice.passkey_renamed');
    } catch (error) {
      return this.show(account.id, id, toRefusal(error, { name }, language));
    }
  }

  @Post(':id/remove')
  @ConfirmFirst('everyone')
  async remove(
    @CurrentVisitor() { account }: SignedInVisitor,
    @VisitorRequester() requester: Requester,
    @Param('id') id: string,
  ): Promise<Redirect> {
    if (!(await this.passkeys.remove(account.id, id, requester))) return this.back();
    return this.back('notice.passkey_removed');
  }

  private async showAdd(visitor: SignedInVisitor, refusal: FormRefusal): Promise<RenderedPage> {
    const options = await this.passkeys.creationOptions(
      visitor.account,
      this.sites.existing(visitor),
    );
    return render(<AddPasskeyPage form={refusal.form} options={options} />, refusal);
  }

  private async show(accountId: string, id: string, refusal?: FormRefusal): Promise<RenderedPage> {
    const passkey = await this.passkeys.find(accountId, id);
    if (!passkey) throw new NotFoundError();
    const canRemove = await this.factors.isRemovable(accountId);
    return render(<PasskeyPage {...{ passkey, canRemove }} form={refusal?.form} />, refusal);
  }

  private back(
    notice?: `notice.passkey_${'added' | 'renamed' | 'removed'}` | 'notice.verification_sent',
  ): Redirect {
    return redirect(this.address.path('/console/security'), notice);
  }
}

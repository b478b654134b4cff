import { Get, Param, Post } from '@nestjs/common';
import { ApplicationsService } from '../../applications/applications.service.js';
import { ClientSecretNotFoundError } from '../../errors/error-registry.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { typedText } from '../../language/typed-text.js';
import { ConfirmFirst } from '../shell/browser/confirmations.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { formAction, type FormRefusal } from '../shell/forms/form-refusal.js';
import { FormLimit, PageLimit } from '../shell/browser/page-limit.js';
import { render } from '../shell/browser/page-response.js';
import { CurrentVisitor, type SignedInVisitor } from '../shell/browser/visitor.js';
import { redirectToApplication } from './application-form.js';
import { NewSecretPage, RemoveSecretPage } from './application.page.js';

/** The pages that rotate and end client secrets. */
@ConsolePages('console/applications/:id')
export class ClientSecretPagesController {
  constructor(private readonly applications: ApplicationsService) {}

  @Get('secret')
  @ConfirmFirst('everyone')
  async secretPage(@CurrentVisitor() { account, form }: SignedInVisitor, @Param('id') id: string) {
    const application = await this.applications.get(account.id, id);
    return render(<NewSecretPage application={application} form={form && { values: form }} />);
  }

  @Post('secret')
  @FormLimit('applications.update')
  @ConfirmFirst('everyone')
  rotateSecret(
    @CurrentVisitor() visitor: SignedInVisitor,
    @Param('id') id: string,
    @FormBody() form: FormParameters,
  ) {
    const { account, requester } = visitor;
    const days = Number(typedText((form.keep_previous_days ?? '').slice(0, 20)));
    const showAgain = async (refusal: FormRefusal) => {
      const application = await this.applications.get(account.id, id);
      return render(<NewSecretPage application={application} form={refusal.form} />, refusal);
    };
    return formAction(visitor, form, showAgain, async () => {
      const input = { keep_previous_days: days };
      const rotated = await this.applications.rotateSecret(account.id, id, requester, input);
      const key = days === 0 ? 'notice.secret_rotated' : 'notice.application_saved';
      return redirectToApplication(id, { key, clientSecret: rotated.clientSecret });
    });
  }

  @Get('secrets/:secret_id/remove')
  async removeSecretPage(
    @CurrentVisitor() { account }: SignedInVisitor,
    @Param('id') id: string,
    @Param('secret_id') secretId: string,
  ) {
    const application = await this.applications.get(account.id, id);
    const secrets = await this.applications.secrets(application);
    if (!secrets.some((secret) => secret.expiresAt && secret.id === secretId)) {
      throw new ClientSecretNotFoundError();
    }
    return render(<RemoveSecretPage application={application} secretId={secretId} />);
  }

  @Post('secrets/:secret_id/remove')
  @PageLimit('applications.update')
  async removeSecret(
    @CurrentVisitor() { account, requester }: SignedInVisitor,
    @Param('id') id: string,
    @Param('secret_id') secretId: string,
  ) {
    await this.applications.removeSecret(account.id, id, secretId, requester);
    return redirectToApplication(id, 'notice.application_saved');
  }
}

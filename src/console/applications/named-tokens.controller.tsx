import { Get, Param, Post } from '@nestjs/common';
import { ApplicationsService } from '../../applications/applications.service.js';
import { NamedTokensService } from '../../applications/named-tokens.service.js';
import { NotFoundError } from '../../errors/error-registry.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { ConfirmFirst, FactorRequirement } from '../shell/browser/confirmations.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { formAction, type FormRefusal } from '../shell/forms/form-refusal.js';
import { FormLimit, PageLimit } from '../shell/browser/page-limit.js';
import { render } from '../shell/browser/page-response.js';
import { CurrentVisitor, type SignedInVisitor } from '../shell/browser/visitor.js';
import { redirectToApplication } from './application-form.js';
import { fullAccess, NewTokenPage, permanent, RevokeTokenPage } from './named-tokens.page.js';

/** The pages that create and revoke named tokens. */
@ConsolePages('console/applications/:id/tokens')
export class NamedTokenPagesController {
  constructor(
    private readonly applications: ApplicationsService,
    private readonly tokens: NamedTokensService,
    private readonly requirement: FactorRequirement,
  ) {}

  @Get('new')
  @ConfirmFirst('everyone')
  async newPage(
    @CurrentVisitor() { account, form = {} }: SignedInVisitor,
    @Param('id') id: string,
  ) {
    await this.requirement.assert(account);
    const application = await this.applications.get(account.id, id);
    return render(<NewTokenPage application={application} form={{ values: form }} />);
  }

  @Post()
  @FormLimit('applications.update')
  @ConfirmFirst('everyone')
  async create(
    @CurrentVisitor() visitor: SignedInVisitor,
    @Param('id') id: string,
    @FormBody() form: FormParameters,
  ) {
    const { account, requester } = visitor;
    await this.requirement.assert(account);
    const application = await this.applications.get(account.id, id);
    const showAgain = (refusal: FormRefusal) =>
      render(<NewTokenPage application={application} form={refusal.form} />, refusal);
    return formAction(visitor, form, showAgain, async () => {
      const created = await this.tokens.create(account.id, id, readToken(form), requester);
      const { accessToken } = created;
      return redirectToApplication(id, { key: 'notice.token_created', accessToken });
    });
  }

  @Get(':token_id/revoke')
  async revokePage(
    @CurrentVisitor() { account }: SignedInVisitor,
    @Param('id') id: string,
    @Param('token_id') tokenId: string,
  ) {
    const application = await this.applications.get(account.id, id);
    const token = (await this.tokens.list(account.id, id)).find((each) => each.id === tokenId);
    if (!token) throw new NotFoundError();
    return render(<RevokeTokenPage {...{ application, token }} />);
  }

  @Post(':token_id/revoke')
  @PageLimit('applications.update')
  async revoke(
    @CurrentVisitor() { account, requester }: SignedInVisitor,
    @Param('id') id: string,
    @Param('token_id') tokenId: string,
  ) {
    await this.tokens.revoke(account.id, id, tokenId, requester);
    return redirectToApplication(id, 'notice.token_revoked');
  }
}

function readToken({ name = '', scope, expires_in_days: days }: FormParameters) {
  const isFull = scope === fullAccess;
  return {
    name,
    scope: isFull ? undefined : scope,
    full_access: isFull,
    expires_in_days: days === permanent ? null : Number(days),
  };
}

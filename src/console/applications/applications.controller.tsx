import { Get, Param, Post } from '@nestjs/common';
import { ApplicationLastUse } from '../../principals/application-last-use.js';
import { ApplicationsService } from '../../applications/applications.service.js';
import { NamedTokensService } from '../../applications/named-tokens.service.js';
import type { Application } from '../../database/records.js';
import { ApiVersions } from '../../http/versions/api-versions.js';
import { PreconditionFailedError } from '../../errors/error-registry.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { Links } from '../../http/urls/links.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import { Confirmations, ConfirmFirst, FactorRequirement } from '../shell/browser/confirmations.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { formAction, type FormRefusal } from '../shell/forms/form-refusal.js';
import { FormLimit, PageLimit } from '../shell/browser/page-limit.js';
import { redirect, render } from '../shell/browser/page-response.js';
import { readChanges, readLines, redirectToApplication } from './application-form.js';
import {
  ApplicationPage,
  ApplicationQuestionPage,
  toSettings,
  type ApplicationAction,
} from './application.page.js';
import { ApplicationsPage } from './applications.page.js';
import type { ShownToken } from './credential-cards.js';
import { NewApplicationPage } from './new-application.page.js';
import { CurrentVisitor, type SignedInVisitor } from '../shell/browser/visitor.js';

interface Shown {
  readonly refusal?: FormRefusal;
  /** The token, if the user has asked to see it. */
  readonly revealed?: string | undefined;
  readonly sent?: FormParameters;
}

/** The application pages: settings, tokens and secrets. */
@ConsolePages('console/applications')
export class ApplicationPagesController {
  constructor(
    private readonly applications: ApplicationsService,
    private readonly tokens: NamedTokensService,
    private readonly uses: ApplicationLastUse,
    private readonly versions: ApiVersions,
    private readonly requirement: FactorRequirement,
    private readonly confirmations: Confirmations,
    private readonly publicUrl: PublicUrl,
    private readonly links: Links,
  ) {}

  @Get()
  async list(@CurrentVisitor() { account }: SignedInVisitor) {
    const [applications, withToken] = await Promise.all([
      this.applications.list(account.id),
      this.applications.withToken(account.id),
    ]);
    const used = await this.uses.lastUsed(applications.map(({ id }) => id));
    const entries = applications.map((application) => ({
      ...described(application),
      hasToken: withToken.has(application.id),
      usedOn: used.get(application.id),
    }));
    return render(<ApplicationsPage applications={entries} />);
  }

  @Get('new')
  async newPage(@CurrentVisitor() { account, form = {} }: SignedInVisitor) {
    await this.requirement.assert(account);
    return render(<NewApplicationPage form={{ values: form }} versions={this.versions.all} />);
  }

  @Post()
  @FormLimit('applications.create')
  async create(@CurrentVisitor() visitor: SignedInVisitor, @FormBody() form: FormParameters) {
    const { account, requester } = visitor;
    await this.requirement.assert(account);
    const showAgain = (refusal: FormRefusal) =>
      render(<NewApplicationPage form={refusal.form} versions={this.versions.all} />, refusal);
    return formAction(visitor, form, showAgain, async () => {
      const settings = {
        name: form.name ?? '',
        redirect_uris: readLines(form.redirect_uris),
        api_version: form.api_version,
        public: form.public === 'true',
      };
      const created = await this.applications.create(account.id, settings, requester);
      const clientSecret = created.clientSecret ?? undefined;
      return redirectToApplication(created.application.id, {
        key: 'notice.application_created',
        clientSecret,
      });
    });
  }

  @Get(':id')
  async page(@CurrentVisitor() visitor: SignedInVisitor, @Param('id') id: string) {
    const application = await this.applications.get(visitor.account.id, id);
    return this.show(visitor, application);
  }

  @Post(':id')
  @FormLimit('applications.update')
  save(
    @CurrentVisitor() visitor: SignedInVisitor,
    @Param('id') id: string,
    @FormBody() form: FormParameters,
  ) {
    const showAgain = async (refusal: FormRefusal) => {
      const application = await this.applications.get(visitor.account.id, id);
      return this.show(visitor, application, { refusal });
    };
    return formAction(visitor, form, showAgain, async () => {
      await this.merge(visitor, id, form);
      return redirectToApplication(id, 'notice.application_saved');
    });
  }

  /** A form instead of a link keeps the token out of history and caches. */
  @Post(':id/token/reveal')
  @FormLimit('applications.update')
  @ConfirmFirst('everyone')
  async reveal(
    @CurrentVisitor() visitor: SignedInVisitor,
    @Param('id') id: string,
    @FormBody() sent: FormParameters,
  ) {
    const application = await this.applications.get(visitor.account.id, id);
    const showAgain = (refusal: FormRefusal) => this.show(visitor, application, { refusal, sent });
    return formAction(visitor, toSettings(application), showAgain, async () => {
      const token = await this.applications.revealToken(application, visitor.requester);
      const revealed = token.state === 'readable' ? token.value : undefined;
      return this.show(visitor, application, { revealed, sent });
    });
  }

  @Get(':id/token/regenerate')
  @ConfirmFirst('everyone')
  regeneratePage(@CurrentVisitor() visitor: SignedInVisitor, @Param('id') id: string) {
    return this.ask(visitor, id, 'token/regenerate');
  }

  @Post(':id/token/regenerate')
  @PageLimit('applications.update')
  @ConfirmFirst('everyone')
  async regenerate(
    @CurrentVisitor() { account, requester }: SignedInVisitor,
    @Param('id') id: string,
  ) {
    await this.requirement.assert(account);
    const application = await this.applications.get(account.id, id);
    const { state } = await this.applications.ownToken(application);
    await this.applications.regenerateToken(account.id, id, requester);
    return redirectToApplication(
      id,
      state === 'none' ? 'notice.token_created' : 'notice.token_regenerated',
    );
  }

  @Get(':id/token/revoke')
  revokePage(@CurrentVisitor() visitor: SignedInVisitor, @Param('id') id: string) {
    return this.ask(visitor, id, 'token/revoke');
  }

  @Post(':id/token/revoke')
  @PageLimit('applications.update')
  async revoke(@CurrentVisitor() { account, requester }: SignedInVisitor, @Param('id') id: string) {
    await this.applications.revokeToken(account.id, id, requester);
    return redirectToApplication(id, 'notice.token_revoked');
  }

  @Get(':id/delete')
  deletePage(@CurrentVisitor() visitor: SignedInVisitor, @Param('id') id: string) {
    return this.ask(visitor, id, 'delete');
  }

  @Post(':id/delete')
  @PageLimit('applications.delete')
  async delete(@CurrentVisitor() { account, requester }: SignedInVisitor, @Param('id') id: string) {
    await this.applications.delete(account.id, id, requester);
    return redirect('/console/applications', 'notice.application_deleted');
  }

  /** Saves the changed settings. Merges the redirect URIs again if another tab changes them at the same time. */
  private async merge(visitor: SignedInVisitor, id: string, form: FormParameters): Promise<void> {
    const { account, requester } = visitor;
    const application = await this.applications.get(account.id, id);
    const changes = readChanges(application, form);
    const known = changes.redirect_uris ? application.redirectUris : undefined;
    // Redirects send the codes of users who have already consented to these URIs.
    const addsUri = changes.redirect_uris?.some((uri) => !application.redirectUris.includes(uri));
    if (addsUri || changes.client_credentials) {
      await this.confirmations.assert(visitor, 'everyone');
    }
    if (changes.client_credentials) await this.requirement.assert(account);
    try {
      await this.applications.update(account.id, id, changes, requester, known);
    } catch (error) {
      if (!(error instanceof PreconditionFailedError)) throw error;
      await this.merge(visitor, id, form);
    }
  }

  private async ask({ account }: SignedInVisitor, id: string, action: ApplicationAction) {
    const application = await this.applications.get(account.id, id);
    return render(<ApplicationQuestionPage application={application} action={action} />);
  }

  private async shownToken(application: Application, revealed?: string): Promise<ShownToken> {
    if (revealed !== undefined) return { state: 'revealed', value: revealed };
    const { state } = await this.applications.ownToken(application);
    return { state: state === 'readable' ? 'masked' : state };
  }

  private async show(
    { notice, form }: SignedInVisitor,
    application: Application,
    { refusal, revealed, sent = form }: Shown = {},
  ) {
    const used = await this.uses.lastUsed([application.id]);
    const secret = notice?.clientSecret ?? sent?.client_secret;
    return render(
      <ApplicationPage
        application={{ ...described(application), usedOn: used.get(application.id) }}
        form={refusal?.form ?? (form?.name === undefined ? undefined : { values: form })}
        versions={this.versions.all}
        token={await this.shownToken(application, revealed)}
        secrets={await this.applications.secrets(application)}
        namedTokens={await this.tokens.list(application.ownerId, application.id)}
        newToken={notice?.accessToken}
        curl={revealed && this.curl(revealed)}
        clientSecret={this.applications.isClientSecret(application, secret) ? secret : undefined}
      />,
      refusal,
    );
  }

  private curl(token: string): string {
    const { href } = this.links.self('accounts', 'me').self;
    const url = new URL(this.publicUrl.ofRequest(href), this.publicUrl.issuer);
    return `curl -H 'Authorization: Bearer ${token}' ${url}`;
  }
}

function described(application: Application) {
  const {
    clientSecretHash,
    previousSecretHash: _,
    previousSecretExpiresAt: __,
    ...rest
  } = application;
  return { ...rest, public: clientSecretHash === null };
}

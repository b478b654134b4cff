import { Get, Param, Post } from '@nestjs/common';
import { ApplicationLastUse } from '../../principals/application-last-use.js';
import { ApplicationsService } from '../../applications/applications.service.js';
import { NamedTokensService } from '../../applications/named-tokens.service.js';
import type { UpdateApplicationDto } from '../../applications/dto/update-application.dto.js';
import type { Application } from '../../database/records.js';
import { ApiVersions } from '../../http/versions/api-versions.js';
import { ClientSecretNotFoundError, PreconditionFailedError } from '../../errors/error-registry.js';
import { FormBody, type FormParameters } from '../../http/input/form-body.js';
import { typedText } from '../../language/typed-text.js';
import { Links } from '../../http/urls/links.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import type { MessageKey } from '../../language/catalogues/index.js';
import { Confirmations, ConfirmFirst, FactorRequirement } from '../shell/browser/confirmations.js';
import type { Notice } from '../shell/browser/console-cookies.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { toRefusal, type FormRefusal } from '../shell/forms/form-refusal.js';
import { FormLimit, PageLimit } from '../shell/browser/page-limit.js';
import { redirect, render } from '../shell/browser/page-response.js';
import { changedFields, changedList, shownValues } from '../shell/forms/shown-values.js';
import {
  ApplicationPage,
  ApplicationQuestionPage,
  NewSecretPage,
  RemoveSecretPage,
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

/** The application pages: settings, tokens and secrets (SPEC 5.3). */
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
  async create(
    @CurrentVisitor() { account, count, requester, language }: SignedInVisitor,
    @FormBody() form: FormParameters,
  ) {
    await this.requirement.assert(account);
    try {
      await count();
      const settings = {
        name: form.name ?? '',
        redirect_uris: readLines(form.redirect_uris),
        api_version: form.api_version,
        public: form.public === 'true',
      };
      const created = await this.applications.create(account.id, settings, requester);
      const clientSecret = created.clientSecret ?? undefined;
      return this.back(created.application.id, { key: 'notice.application_created', clientSecret });
    } catch (error) {
      const refusal = toRefusal(error, form, language);
      const page = <NewApplicationPage form={refusal.form} versions={this.versions.all} />;
      return render(page, refusal);
    }
  }

  @Get(':id')
  async page(@CurrentVisitor() visitor: SignedInVisitor, @Param('id') id: string) {
    const application = await this.applications.get(visitor.account.id, id);
    return this.show(visitor, application);
  }

  @Post(':id')
  @FormLimit('applications.update')
  async save(
    @CurrentVisitor() visitor: SignedInVisitor,
    @Param('id') id: string,
    @FormBody() form: FormParameters,
  ) {
    const { account, language } = visitor;
    try {
      await visitor.count();
      await this.merge(visitor, id, form);
      return this.back(id, 'notice.application_saved');
    } catch (error) {
      const refusal = toRefusal(error, form, language);
      const application = await this.applications.get(account.id, id);
      return this.show(visitor, application, { refusal });
    }
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
    try {
      await visitor.count();
      const token = await this.applications.revealToken(application, visitor.requester);
      const revealed = token.state === 'readable' ? token.value : undefined;
      return await this.show(visitor, application, { revealed, sent });
    } catch (error) {
      const refusal = toRefusal(error, toSettings(application), visitor.language);
      return this.show(visitor, application, { refusal, sent });
    }
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
    return this.back(id, state === 'none' ? 'notice.token_created' : 'notice.token_regenerated');
  }

  @Get(':id/token/revoke')
  revokePage(@CurrentVisitor() visitor: SignedInVisitor, @Param('id') id: string) {
    return this.ask(visitor, id, 'token/revoke');
  }

  @Post(':id/token/revoke')
  @PageLimit('applications.update')
  async revoke(@CurrentVisitor() { account, requester }: SignedInVisitor, @Param('id') id: string) {
    await this.applications.revokeToken(account.id, id, requester);
    return this.back(id, 'notice.token_revoked');
  }

  @Get(':id/secret')
  @ConfirmFirst('everyone')
  async secretPage(@CurrentVisitor() { account, form }: SignedInVisitor, @Param('id') id: string) {
    const application = await this.applications.get(account.id, id);
    return render(<NewSecretPage application={application} form={form && { values: form }} />);
  }

  @Post(':id/secret')
  @FormLimit('applications.update')
  @ConfirmFirst('everyone')
  async rotateSecret(
    @CurrentVisitor() { account, count, requester, language }: SignedInVisitor,
    @Param('id') id: string,
    @FormBody() form: FormParameters,
  ) {
    const days = Number(typedText((form.keep_previous_days ?? '').slice(0, 20)));
    try {
      await count();
      const input = { keep_previous_days: days };
      const rotated = await this.applications.rotateSecret(account.id, id, requester, input);
      const key = days === 0 ? 'notice.secret_rotated' : 'notice.application_saved';
      return this.back(id, { key, clientSecret: rotated.clientSecret });
    } catch (error) {
      const refusal = toRefusal(error, form, language);
      const application = await this.applications.get(account.id, id);
      return render(<NewSecretPage application={application} form={refusal.form} />, refusal);
    }
  }

  @Get(':id/secrets/:secret_id/remove')
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

  @Post(':id/secrets/:secret_id/remove')
  @PageLimit('applications.update')
  async removeSecret(
    @CurrentVisitor() { account, requester }: SignedInVisitor,
    @Param('id') id: string,
    @Param('secret_id') secretId: string,
  ) {
    await this.applications.removeSecret(account.id, id, secretId, requester);
    return this.back(id, 'notice.application_saved');
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

  private back(id: string, notice: MessageKey | Notice) {
    return redirect(`/console/applications/${id}`, notice);
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

/** The settings that the user has changed. Browsers do not send a checkbox that is off. */
function readChanges(application: Application, form: FormParameters): UpdateApplicationDto {
  const isPublic = application.clientSecretHash === null;
  const settings = toSettings(application);
  const sent = { require_pkce: 'false', client_credentials: 'false', ...form };
  const { name, api_version, require_pkce, client_credentials, ...changed } = changedFields(
    sent,
    settings,
  );
  const toSwitch = (text: string | undefined) =>
    text === undefined || isPublic ? undefined : text === 'true';
  const shown = { ...settings, ...shownValues(form) };
  const toList = (
    field: 'redirect_uris' | 'post_logout_redirect_uris',
    stored: readonly string[],
  ) =>
    changed[field] === undefined
      ? undefined
      : changedList(readLines(changed[field]), readLines(shown[field]), stored);
  return {
    name,
    redirect_uris: toList('redirect_uris', application.redirectUris),
    post_logout_redirect_uris: toList(
      'post_logout_redirect_uris',
      application.postLogoutRedirectUris,
    ),
    api_version,
    require_pkce: toSwitch(require_pkce),
    client_credentials: toSwitch(client_credentials),
  };
}

/** One URI per line; empty lines are ignored. */
function readLines(text = ''): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

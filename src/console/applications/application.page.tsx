import type { ClientSecret } from '../../applications/applications.service.js';
import type { NamedToken } from '../../applications/named-tokens.service.js';
import type { Application } from '../../database/records.js';
import { QuestionPage } from '../shell/question.page.js';
import { AccessTokenCard, OAuthClientCard, type ShownToken } from './credential-cards.js';
import { NamedTokensCard } from './named-tokens.page.js';
import { ApiVersionField, RedirectUrisField } from './new-application.page.js';
import { ButtonLink, Buttons, Card, Content } from '../shell/components/content.js';
import { Checkbox, TextArea, TextField } from '../shell/components/fields.js';
import { Form, Submit } from '../shell/components/form.js';
import { Day, LastUsed, Moment } from '../shell/components/facts.js';
import { usePage, type FormState } from '../shell/rendering/use-page.js';

export interface ApplicationDetails extends Omit<
  Application,
  'ownerId' | 'clientSecretHash' | 'previousSecretHash' | 'previousSecretExpiresAt'
> {
  readonly public: boolean;
  /** The last day the application was used; undefined if never. */
  readonly usedOn?: string | undefined;
}

interface ApplicationPageProps {
  application: ApplicationDetails;
  /** The settings of a refused form. Default: those of the application. */
  form?: FormState;
  versions: readonly string[];
  token: ShownToken;
  /** The valid client secrets, the current one first. */
  secrets: readonly ClientSecret[];
  /** A command to paste into a terminal, with the revealed token. */
  curl?: string;
  /** The client secret, shown only once after its creation. */
  clientSecret?: string;
  namedTokens: readonly NamedToken[];
  /** A new named token, shown only once after its creation. */
  newToken?: string;
}

export function ApplicationPage(props: ApplicationPageProps) {
  const { application, token, secrets, curl, clientSecret, namedTokens, newToken } = props;
  const { frame, path: toPath, t } = usePage();
  const path = `/console/applications/${application.id}`;
  const isRevealed = token.state === 'revealed';
  frame.showsSecret = isRevealed || (clientSecret ?? newToken) !== undefined;
  if (frame.showsSecret) frame.reopensAt = toPath(path);
  // Show a one-time secret first, but that of an application that uses only its access token after the token.
  const usesToken = application.redirectUris.length === 0 && !application.clientCredentials;
  const isClientFirst = clientSecret !== undefined && !usesToken;
  const client = <OAuthClientCard {...{ path, application, secrets, clientSecret, isRevealed }} />;
  const named = (
    <NamedTokensCard path={`${path}/tokens`} tokens={namedTokens} newToken={newToken} />
  );
  return (
    <Content
      title={application.name}
      section="applications"
      lead={
        <>
          <span class="pair">
            {t('application.created')} <Moment date={application.createdAt} as="day" />
          </span>{' '}
          <span class="pair">
            {t('application.updated')} <Moment date={application.updatedAt} as="day" />
          </span>{' '}
          <LastUsed>{application.usedOn && <Day day={application.usedOn} />}</LastUsed>
        </>
      }
    >
      {isClientFirst && client}
      {newToken && named}
      <AccessTokenCard
        path={`${path}/token`}
        token={token}
        curl={curl}
        clientSecret={clientSecret}
      />
      {!newToken && named}
      {!isClientFirst && client}
      <SettingsCard path={path} {...props} />
      <Card title={t('application.danger')} lead={t('application.danger_lead')} danger>
        <ButtonLink path={`${path}/delete`} label={t('application.delete')} look="danger" />
      </Card>
    </Content>
  );
}

function SettingsCard(
  props: Pick<ApplicationPageProps, 'application' | 'form' | 'versions'> & { path: string },
) {
  const { path, application, form, versions } = props;
  const { t } = usePage();
  // Keep a retired version until the user chooses another.
  const { apiVersion } = application;
  const offered = versions.includes(apiVersion) ? versions : [apiVersion, ...versions];
  return (
    <Card
      title={t('application.settings')}
      lead={application.trusted ? t('application.trusted') : undefined}
    >
      <Form
        path={path}
        id="settings"
        nameLabel="application.name"
        state={form ?? { values: toSettings(application) }}
        isSettings
        fields={[
          'name',
          'redirect_uris',
          'post_logout_redirect_uris',
          'api_version',
          'require_pkce',
          'client_credentials',
        ]}
      >
        <TextField name="name" />
        <RedirectUrisField />
        <TextArea
          name="post_logout_redirect_uris"
          hint={t('hint.post_logout_redirect_uris')}
          optional
        />
        <ApiVersionField versions={offered} />
        {!application.public && (
          <>
            <Checkbox name="require_pkce" hint={t('hint.require_pkce')} />
            <Checkbox name="client_credentials" hint={t('hint.client_credentials')} />
          </>
        )}
        <Submit label={t('form.save')} />
      </Form>
    </Card>
  );
}

export function toSettings(application: Omit<ApplicationDetails, 'public'>) {
  const { name, redirectUris, postLogoutRedirectUris, apiVersion, requirePkce, clientCredentials } =
    application;
  return {
    name,
    redirect_uris: redirectUris.join('\n'),
    post_logout_redirect_uris: postLogoutRedirectUris.join('\n'),
    api_version: apiVersion,
    require_pkce: String(requirePkce),
    client_credentials: String(clientCredentials),
  };
}

/** The actions that require a confirmation, by the end of their path. */
const texts = {
  'token/regenerate': {
    title: 'question.token_regenerate',
    lead: 'application.token_replace',
    label: 'application.token_regenerate',
  },
  'token/revoke': {
    title: 'question.token_revoke',
    lead: 'question.token_revoke_lead',
    label: 'application.token_revoke',
  },
  delete: {
    title: 'delete_application.title',
    lead: 'delete_application.lead',
    label: 'delete_application.submit',
  },
} as const;

export type ApplicationAction = keyof typeof texts;

interface SecretPageProps {
  application: Pick<Application, 'id' | 'name'>;
}

export function NewSecretPage({ application, form }: SecretPageProps & { form?: FormState }) {
  const { t } = usePage();
  const back = `/console/applications/${application.id}`;
  return (
    <Content
      title={t('question.secret', { application: application.name })}
      section="applications"
      narrow
    >
      <Card lead={t('application.secret_kept')} danger>
        <Form
          path={`${back}/secret`}
          id="secret"
          state={form ?? { values: { keep_previous_days: '0' } }}
          fields={['keep_previous_days']}
        >
          <TextField name="keep_previous_days" type="numeric" />
          <Buttons cancel={back}>
            <Submit label={t('application.secret_rotate')} danger />
          </Buttons>
        </Form>
      </Card>
    </Content>
  );
}

export function RemoveSecretPage({
  application,
  secretId,
}: SecretPageProps & { secretId: string }) {
  const { t } = usePage();
  const back = `/console/applications/${application.id}`;
  return (
    <QuestionPage
      section="applications"
      title={t('question.secret_remove', { application: application.name })}
      lead={t('question.secret_remove_lead')}
      label={t('application.token_revoke')}
      path={`${back}/secrets/${secretId}/remove`}
      back={back}
    />
  );
}

export function ApplicationQuestionPage({
  application,
  action,
}: {
  application: Pick<Application, 'id' | 'name'>;
  action: ApplicationAction;
}) {
  const { t } = usePage();
  const { title, lead, label } = texts[action];
  const back = `/console/applications/${application.id}`;
  return (
    <QuestionPage
      section="applications"
      title={t(title, { application: application.name })}
      lead={t(lead)}
      label={t(label)}
      path={`${back}/${action}`}
      back={back}
    />
  );
}

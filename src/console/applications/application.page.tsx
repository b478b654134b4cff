import { AccessTokenCard, type ShownToken } from './access-token-card.js';
import { ApiVersionField, RedirectUrisField } from './application-fields.js';
import { ButtonLink, Card, Content } from '../shell/components/content.js';
import { Checkbox, TextField } from '../shell/components/fields.js';
import { Form, Submit } from '../shell/components/form.js';
import { LastUsed } from '../shell/components/last-used.js';
import { Day, Moment } from '../shell/components/moment.js';
import { OAuthClientCard } from './oauth-client-card.js';
import type { FormState } from '../shell/rendering/page.js';
import { usePage } from '../shell/rendering/use-page.js';

export interface ApplicationDetails {
  readonly id: string;
  readonly name: string;
  readonly public: boolean;
  readonly requirePkce: boolean;
  readonly apiVersion: string;
  readonly redirectUris: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** The last day the application was used; undefined if never. */
  readonly usedOn?: string | undefined;
}

export interface ApplicationPageProps {
  application: ApplicationDetails;
  /** The settings of a refused form. Default: those of the application. */
  form?: FormState;
  /** The API versions, oldest first. */
  versions: readonly string[];
  token: ShownToken;
  /** A command to paste into a terminal, with the revealed token. */
  curl?: string;
  /** The client secret, shown only once after its creation. */
  clientSecret?: string;
}

export function ApplicationPage(props: ApplicationPageProps) {
  const { application, token, curl, clientSecret } = props;
  const { frame, t } = usePage();
  const path = `/console/applications/${application.id}`;
  const isRevealed = token.state === 'revealed';
  frame.showsSecret = isRevealed || clientSecret !== undefined;
  // Show a one-time secret first.
  const client = <OAuthClientCard {...{ path, application, clientSecret, isRevealed }} />;
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
      {clientSecret && client}
      <AccessTokenCard
        path={`${path}/token`}
        token={token}
        curl={curl}
        clientSecret={clientSecret}
      />
      {!clientSecret && client}
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
    <Card title={t('application.settings')}>
      <Form
        path={path}
        id="settings"
        nameLabel="application.name"
        state={form ?? { values: toSettings(application) }}
        ofSettings
        fields={['name', 'redirect_uris', 'api_version', 'require_pkce']}
      >
        <TextField name="name" />
        <RedirectUrisField />
        <ApiVersionField versions={offered} />
        {!application.public && <Checkbox name="require_pkce" hint={t('hint.require_pkce')} />}
        <Submit label={t('form.save')} />
      </Form>
    </Card>
  );
}

/** Converts the settings of an application to form values. */
export function toSettings(
  application: Pick<ApplicationDetails, 'name' | 'redirectUris' | 'apiVersion' | 'requirePkce'>,
) {
  const { name, redirectUris, apiVersion, requirePkce } = application;
  return {
    name,
    redirect_uris: redirectUris.join('\n'),
    api_version: apiVersion,
    require_pkce: String(requirePkce),
  };
}

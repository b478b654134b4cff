import type { ClientSecret } from '../../applications/applications.service.js';
import { Day, LastUsed, Moment } from '../shell/components/facts.js';
import { usePage } from '../shell/rendering/use-page.js';
import { Action, ButtonLink, Card } from '../shell/components/content.js';
import { Copyable } from '../shell/components/copyable.js';

/** The visible state of an access token. */
export type ShownToken =
  | { readonly state: 'none' }
  /** The token is valid but cannot be shown: no configured key opens it. */
  | { readonly state: 'unreadable' }
  | { readonly state: 'masked' }
  | { readonly state: 'revealed'; readonly value: string };

interface AccessTokenCardProps {
  path: string;
  token: ShownToken;
  curl?: string;
  /** The client secret on the same page, which stays visible when the token is revealed. */
  clientSecret?: string;
}

/** Shows an application's access token for its owner’s account, with its actions. */
export function AccessTokenCard({ path, token, curl, clientSecret }: AccessTokenCardProps) {
  const { t } = usePage();
  if (token.state === 'none') {
    return (
      <Card title={t('application.token')} lead={t('application.token_none')}>
        <Action path={`${path}/regenerate`} label={t('application.token_create')} look="primary" />
      </Card>
    );
  }
  const isReadable = token.state !== 'unreadable';
  const lead = t(isReadable ? 'application.token_lead' : 'application.token_unreadable');
  return (
    <Card title={t('application.token')} lead={lead}>
      {token.state === 'revealed' && (
        <Copyable text={token.value} label={t('application.token')} isNew />
      )}
      {token.state === 'masked' && (
        <div class="copyable">
          <span class="masked" aria-hidden="true">
            {'•'.repeat(16)}
          </span>
          <span class="visually-hidden">{t('application.token_masked')}</span>
          <Action path={`${path}/reveal`} label={t('form.show')}>
            {clientSecret && <input type="hidden" name="client_secret" value={clientSecret} />}
          </Action>
        </div>
      )}
      {token.state === 'revealed' && curl && (
        <>
          <h3>{t('application.try')}</h3>
          <Copyable text={curl} label={t('application.try')} isCommand />
        </>
      )}
      <div class="ending">
        <p class="small">{t('application.token_replace')}</p>
        <div class="buttons">
          <ButtonLink path={`${path}/regenerate`} label={t('application.token_regenerate')} />
          <ButtonLink path={`${path}/revoke`} label={t('application.token_revoke')} look="danger" />
        </div>
      </div>
    </Card>
  );
}

interface OAuthClientCardProps {
  path: string;
  application: { readonly id: string; readonly public: boolean };
  secrets: readonly ClientSecret[];
  clientSecret?: string;
  /** Whether the page was opened to show the access token, which then has the focus instead of the secret. */
  isRevealed: boolean;
}

export function OAuthClientCard(props: OAuthClientCardProps) {
  const { path, application, secrets, clientSecret, isRevealed } = props;
  const [current, previous] = secrets;
  const { t } = usePage();
  return (
    <Card title={t('application.credentials')} lead={t('application.credentials_lead')}>
      <h3>{t('application.client_id')}</h3>
      <Copyable text={application.id} label={t('application.client_id')} />
      <h3>{t('application.client_secret')}</h3>
      {application.public ? (
        <p class="lead">{t('application.secret_none')}</p>
      ) : clientSecret ? (
        <div class="once">
          <p>{t('application.secret_once')}</p>
          <Copyable
            text={clientSecret}
            label={t('application.client_secret')}
            isNew={!isRevealed}
          />
        </div>
      ) : (
        <>
          <p class="lead">
            {t('application.secret_kept')} <SecretLastUsed secret={current} />
          </p>
          <ButtonLink path={`${path}/secret`} label={t('application.secret_rotate')} />
        </>
      )}
      {previous?.expiresAt && (
        <div class="ending">
          <p class="small">
            <span class="pair">
              {t('application.secret_previous')} <Moment date={previous.expiresAt} />
            </span>{' '}
            <SecretLastUsed secret={previous} />
          </p>
          <ButtonLink
            path={`${path}/secrets/${previous.id}/remove`}
            label={t('application.token_revoke')}
            look="danger"
          />
        </div>
      )}
    </Card>
  );
}

function SecretLastUsed({ secret }: { secret: ClientSecret | undefined }) {
  return <LastUsed>{secret?.lastUsedOn && <Day day={secret.lastUsedOn} />}</LastUsed>;
}

import { usePage } from '../shell/rendering/use-page.js';
import { ButtonLink, Card } from '../shell/components/content.js';
import { Copyable } from '../shell/components/copyable.js';

export interface OAuthClientCardProps {
  path: string;
  application: { readonly id: string; readonly public: boolean };
  clientSecret?: string;
  /** Whether the page reveals the access token. */
  isRevealed: boolean;
}

/** Shows the credentials and URLs of an application as an OAuth client. */
export function OAuthClientCard(props: OAuthClientCardProps) {
  const { path, application, clientSecret, isRevealed } = props;
  const { t } = usePage();
  return (
    <Card title={t('application.credentials')} lead={t('application.credentials_lead')}>
      <h3>{t('application.client_id')}</h3>
      <Copyable text={application.id} label={t('application.client_id')} />
      <h3>{t('application.client_secret')}</h3>
      {application.public ? (
        <p class="lead">{t('application.secret_none')}</p>
      ) : (
        <>
          {clientSecret ? (
            <div class="once">
              <p>{t('application.secret_once')}</p>
              <Copyable
                text={clientSecret}
                label={t('application.client_secret')}
                isNew={!isRevealed}
              />
            </div>
          ) : (
            <p class="lead">{t('application.secret_kept')}</p>
          )}
          {!clientSecret && (
            <ButtonLink path={`${path}/secret`} label={t('application.secret_rotate')} />
          )}
        </>
      )}
    </Card>
  );
}

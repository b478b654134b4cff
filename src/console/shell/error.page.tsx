import type { MessageKey } from '../../language/catalogues/index.js';
import { Action, ButtonLink, Card, Content } from './components/content.js';
import { usePage } from './rendering/use-page.js';

interface ErrorPageProps {
  status: number;
  sentence: string;
  requestId?: string;
  /** The path of the page, if a retry may succeed. */
  again?: string;
  /** Error details for the developers of an OAuth client, by OAuth parameter name. */
  client?: Readonly<Record<string, string>>;
  /** Whether the visitor's account is suspended, so that only a sign-out or a sign-in with another account is left. */
  isSuspended?: boolean;
}

export function ErrorPage(props: ErrorPageProps) {
  const { status, sentence, requestId, again, client, isSuspended } = props;
  const { t } = usePage();
  const home = isSuspended ? '/console/sign-in' : '/console';
  return (
    <Content title={t(getHeading(status))} narrow>
      <Card lead={sentence}>
        {client && <p>{t('error.application')}</p>}
        <div class="buttons">
          {again && (
            <a class="button primary" href={again}>
              {t('error.again')}
            </a>
          )}
          <ButtonLink
            path={home}
            label={t(isSuspended ? 'sign_in.title' : 'error.home')}
            look={again ? 'plain' : 'primary'}
          />
          {isSuspended && <Action path="/console/sign-out" label={t('layout.sign_out')} />}
        </div>
        {requestId && (
          <p class="small">
            {t('error.request_id')} <code dir="ltr">{requestId}</code>
          </p>
        )}
      </Card>
      {client && (
        <Card title={t('error.developer')}>
          <dl class="members" dir="ltr">
            {Object.entries(client).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <code>{value}</code>
                </dd>
              </div>
            ))}
          </dl>
        </Card>
      )}
    </Content>
  );
}

function getHeading(status: number): MessageKey {
  if (status === 403) return 'error.forbidden';
  if (status === 404) return 'error.not_found';
  if (status === 429 || status === 503) return 'error.busy';
  return status >= 500 ? 'error.server' : 'error.other';
}

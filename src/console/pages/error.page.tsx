import type { MessageKey } from '../../language/catalogues/index.js';
import { ButtonLink, Card, Content } from '../components/content.js';
import { usePage } from '../rendering/use-page.js';

export interface ErrorPageProps {
  status: number;
  sentence: string;
  requestId?: string;
  /** Whether the account of the visitor is suspended: the link leads to a sign-in with another one. */
  isSuspended?: boolean;
}

export function ErrorPage({ status, sentence, requestId, isSuspended }: ErrorPageProps) {
  const { t } = usePage();
  return (
    <Content title={t(headingOf(status))} narrow>
      <Card lead={sentence}>
        {isSuspended ? (
          <ButtonLink path="/console/sign-in" label={t('sign_in.title')} />
        ) : (
          <ButtonLink path="/console" label={t('error.home')} />
        )}
        {requestId && (
          <p class="small">
            {t('error.request_id')} <code dir="ltr">{requestId}</code>
          </p>
        )}
      </Card>
    </Content>
  );
}

function headingOf(status: number): MessageKey {
  if (status === 403) return 'error.forbidden';
  if (status === 404) return 'error.not_found';
  if (status === 429 || status === 503) return 'error.busy';
  return status >= 500 ? 'error.server' : 'error.other';
}

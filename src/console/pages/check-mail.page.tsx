import { Card, Content } from '../components/content.js';
import { withReturnTo } from '../components/return-to.js';
import { usePage } from '../rendering/use-page.js';

export interface CheckMailPageProps {
  /** What the mail is for. */
  purpose: 'sign_up' | 'reset';
  /** The address that was entered. */
  email: string;
  /** The page the visitor requested. */
  returnTo?: string | undefined;
}

const again = { sign_up: '/console/sign-up', reset: '/console/forgot-password' } as const;

export function CheckMailPage({ purpose, email, returnTo }: CheckMailPageProps) {
  const { path, t } = usePage();
  return (
    <Content title={t('check_mail.title')} narrow>
      <Card lead={t(`check_mail.${purpose}`, { email })}>
        <p class="small">{t('check_mail.missing')}</p>
      </Card>
      <p class="beside">
        <a href={path(withReturnTo(again[purpose], returnTo))}>{t('link.again')}</a>
      </p>
    </Content>
  );
}

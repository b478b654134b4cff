import { Card, Content } from '../components/content.js';
import { usePage } from '../rendering/use-page.js';

export interface CheckMailPageProps {
  /** What the mail is for. */
  purpose: 'sign_up' | 'reset';
  /** The address that was entered. */
  email: string;
}

const again = { sign_up: '/console/sign-up', reset: '/console/forgot-password' } as const;

export function CheckMailPage({ purpose, email }: CheckMailPageProps) {
  const { path, t } = usePage();
  return (
    <Content title={t('check_mail.title')} narrow>
      <Card lead={t(`check_mail.${purpose}`, { email })}>
        <p class="small">{t('check_mail.missing')}</p>
      </Card>
      <p class="beside">
        <a href={path(again[purpose])}>{t('link.again')}</a>
      </p>
    </Content>
  );
}

import { Card, Content } from '../components/content.js';
import { usePage } from '../rendering/use-page.js';

export interface CheckMailPageProps {
  /** What the mail is for. */
  purpose: 'sign_up' | 'reset';
  /** The address that was entered. */
  email: string;
}

export function CheckMailPage({ purpose, email }: CheckMailPageProps) {
  const { t } = usePage();
  return (
    <Content title={t('check_mail.title')} narrow>
      <Card lead={t(`check_mail.${purpose}`, { email })}>
        <p class="small">{t('check_mail.missing')}</p>
      </Card>
    </Content>
  );
}

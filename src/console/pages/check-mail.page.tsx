import { Action } from '../components/action.js';
import { Card, Content } from '../components/content.js';
import { ReturnTo, withReturnTo } from '../components/return-to.js';
import { usePage } from '../rendering/use-page.js';

export interface CheckMailPageProps {
  /** The purpose of the mail. */
  purpose: 'sign_up' | 'reset';
  /** The address that was entered. */
  email: string;
  /** The page the visitor requested. */
  returnTo?: string | undefined;
}

export function CheckMailPage({ purpose, email, returnTo }: CheckMailPageProps) {
  const { path, t } = usePage();
  return (
    <Content title={t('check_mail.title')} narrow>
      <Card lead={t(`check_mail.${purpose}`, { email })}>
        <p class="small">{t('check_mail.missing')}</p>
      </Card>
      <div class="beside">
        {purpose === 'reset' ? (
          <Action path="/console/forgot-password" label={t('link.again')} look="quiet">
            <input type="hidden" name="email" value={email} />
            <ReturnTo value={returnTo} />
          </Action>
        ) : (
          <a href={path(withReturnTo('/console/sign-up', returnTo))}>{t('link.again')}</a>
        )}
      </div>
    </Content>
  );
}

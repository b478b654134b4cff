import type { CheckMail } from '../shell/browser/check-mail.links.js';
import { Action } from '../shell/components/action.js';
import { Card, Content } from '../shell/components/content.js';
import { ReturnTo, withReturnTo } from '../shell/components/return-to.js';
import { usePage } from '../shell/rendering/use-page.js';

export function CheckMailPage({ purpose, email, returnTo }: CheckMail) {
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

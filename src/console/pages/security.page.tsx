import type { FactorsStatus } from '../../access/factors/factors.service.js';
import { ButtonLink, Card, Content } from '../components/content.js';
import { usePage } from '../rendering/use-page.js';

export function SecurityPage({ hasApp, recoveryCodes }: FactorsStatus) {
  const { t } = usePage();
  return (
    <Content title={t('layout.security')} section="security">
      <Card title={t('security.app')} lead={t(hasApp ? 'security.app_on' : 'security.app_off')}>
        {hasApp ? (
          <ButtonLink
            path="/console/security/authenticator/remove"
            label={t('security.app_remove')}
          />
        ) : (
          <ButtonLink path="/console/security/authenticator" label={t('security.app_add')} />
        )}
      </Card>
      {hasApp && (
        <Card title={t('security.codes')} lead={t('security.codes_left', { count: recoveryCodes })}>
          <ButtonLink path="/console/security/recovery-codes" label={t('security.codes_replace')} />
        </Card>
      )}
      <Card title={t('account.password')} lead={t('account.password_lead')}>
        <ButtonLink path="/console/account" label={t('account.password_submit')} />
      </Card>
      <Card title={t('sessions.title')} lead={t('sessions.lead')}>
        <ButtonLink path="/console/sessions" label={t('layout.sessions')} />
      </Card>
    </Content>
  );
}

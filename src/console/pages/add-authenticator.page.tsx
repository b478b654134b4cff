import { AuthenticatorCard, type NewAuthenticator } from '../components/authenticator-card.js';
import { Content } from '../components/content.js';
import { usePage } from '../rendering/use-page.js';

export function AddAuthenticatorPage(app: NewAuthenticator) {
  const { t } = usePage();
  return (
    <Content title={t('security.app_add')} section="security" narrow>
      <AuthenticatorCard
        {...app}
        path="/console/security/authenticator"
        cancel="/console/security"
      />
    </Content>
  );
}

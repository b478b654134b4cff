import { AuthenticatorCard, type NewAuthenticator } from './authenticator-card.js';
import { Content } from '../shell/components/content.js';
import { usePage } from '../shell/rendering/use-page.js';

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

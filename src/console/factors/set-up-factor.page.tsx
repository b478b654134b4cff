import { AuthenticatorCard, type NewAuthenticator } from './authenticator-card.js';
import { Card, Content } from '../shell/components/content.js';
import { NewPasskeyForm } from './new-passkey-form.js';
import { ReturnTo } from '../shell/components/return-to.js';
import type { FormState } from '../shell/rendering/page.js';
import { usePage } from '../shell/rendering/use-page.js';

export interface SetUpFactorPageProps {
  app: NewAuthenticator;
  /** The form for a new passkey, and its WebAuthn options as JSON; undefined if this site does not support passkeys. */
  passkey?: { readonly form: FormState; readonly options: string };
  /** The page the visitor requested. */
  returnTo?: string;
}

export function SetUpFactorPage({ app, passkey, returnTo }: SetUpFactorPageProps) {
  const { t } = usePage();
  return (
    <Content title={t('security.set_up')} lead={t('security.needed')} section="security" narrow>
      {passkey && (
        <Card title={t('security.passkeys')} lead={t('security.passkeys_lead')}>
          <NewPasskeyForm path="/console/set-up-factor/passkey" {...passkey}>
            <ReturnTo value={returnTo} />
          </NewPasskeyForm>
        </Card>
      )}
      <AuthenticatorCard
        {...app}
        title={t('security.app')}
        path="/console/set-up-factor"
        returnTo={returnTo}
      />
    </Content>
  );
}

import { Card, Content } from '../shell/components/content.js';
import { NewPasskeyForm } from './new-passkey-form.js';
import type { FormState } from '../shell/rendering/page.js';
import { usePage } from '../shell/rendering/use-page.js';

export interface AddPasskeyPageProps {
  form: FormState;
  /** The WebAuthn creation options, as JSON. */
  options: string;
}

export function AddPasskeyPage(props: AddPasskeyPageProps) {
  const { t } = usePage();
  return (
    <Content title={t('security.passkey_add')} section="security" narrow>
      <Card lead={t('security.passkeys_lead')}>
        <NewPasskeyForm path="/console/security/passkeys" cancel="/console/security" {...props} />
      </Card>
    </Content>
  );
}

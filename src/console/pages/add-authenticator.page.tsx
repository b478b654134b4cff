import { CodeField } from '../components/code-field.js';
import { ButtonLink, Card, Content } from '../components/content.js';
import { Copyable } from '../components/copyable.js';
import { Form, Submit } from '../components/form.js';
import { QrCode } from '../components/qr-code.js';
import type { FormState } from '../rendering/page.js';
import { usePage } from '../rendering/use-page.js';

export interface AddAuthenticatorPageProps {
  form: FormState;
  /** The sealed secret, which the form sends back. */
  setup: string;
  /** The secret as people enter it. */
  secret: string;
  /** The secret as the QR code has it. */
  uri: string;
}

export function AddAuthenticatorPage({ form, setup, secret, uri }: AddAuthenticatorPageProps) {
  const { t } = usePage();
  return (
    <Content title={t('security.app_add')} section="security" narrow>
      <Card lead={t('security.app_scan')}>
        <QrCode text={uri} label={t('security.app_key')} />
        <Copyable text={secret} label={t('security.app_key')} />
        <Form
          path="/console/security/authenticator"
          id="add-authenticator"
          state={form}
          fields={['code']}
        >
          <input type="hidden" name="setup" value={setup} />
          <CodeField />
          <div class="buttons">
            <Submit label={t('security.app_add')} />
            <ButtonLink path="/console/security" label={t('form.cancel')} />
          </div>
        </Form>
      </Card>
    </Content>
  );
}

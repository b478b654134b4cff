import { CodeField } from '../components/code-field.js';
import { ButtonLink, Card, Content } from '../components/content.js';
import { Copyable } from '../components/copyable.js';
import { Form, Submit } from '../components/form.js';
import { ReturnTo } from '../components/return-to.js';
import { QrCode } from '../components/qr-code.js';
import type { FormState } from '../rendering/page.js';
import { usePage } from '../rendering/use-page.js';

export interface AddAuthenticatorPageProps {
  /** Where the form is sent, on a page before sign-in or a token. Default: the page of the factors */
  path?: string;
  form: FormState;
  /** The sealed secret, which the form sends back. */
  setup: string;
  /** The secret as people enter it. */
  secret: string;
  /** The secret as the QR code has it. */
  uri: string;
  /** The page the visitor requested. */
  returnTo?: string;
}

export function AddAuthenticatorPage(props: AddAuthenticatorPageProps) {
  const { path, form, setup, secret, uri, returnTo } = props;
  const { t } = usePage();
  return (
    <Content
      title={t('security.app_add')}
      lead={path && t('security.needed')}
      section="security"
      narrow
    >
      <Card lead={t('security.app_scan')}>
        <QrCode text={uri} label={t('security.app_key')} />
        <p>
          <a href={uri}>{t('security.app_open')}</a>
        </p>
        <Copyable text={secret} label={t('security.app_key')} />
        <Form
          path={path ?? '/console/security/authenticator'}
          id="add-authenticator"
          state={form}
          fields={['code']}
        >
          <input type="hidden" name="setup" value={setup} />
          <ReturnTo value={returnTo} />
          <CodeField />
          <div class="buttons">
            <Submit label={t('security.app_add')} />
            {!path && <ButtonLink path="/console/security" label={t('form.cancel')} />}
          </div>
        </Form>
      </Card>
    </Content>
  );
}

import type { FormState } from '../shell/rendering/page.js';
import { usePage } from '../shell/rendering/use-page.js';
import { CodeField } from '../shell/components/code-field.js';
import { ButtonLink, Card } from '../shell/components/content.js';
import { Copyable } from '../shell/components/copyable.js';
import { Form, Submit } from '../shell/components/form.js';
import { QrCode } from './qr-code.js';
import { ReturnTo } from '../shell/components/return-to.js';

/** The secret that a new app scans or the user enters. */
export interface NewAuthenticator {
  form: FormState;
  /** The sealed secret, which the form sends back. */
  setup: string;
  /** The secret for manual entry. */
  secret: string;
  /** The `otpauth:` URI in the QR code. */
  uri: string;
}

export interface AuthenticatorCardProps extends NewAuthenticator {
  title?: string;
  /** The path that the form posts to, without the host's prefix. */
  path: string;
  /** The page to go back to. */
  cancel?: string;
  /** The page the visitor requested. */
  returnTo?: string;
}

export function AuthenticatorCard(props: AuthenticatorCardProps) {
  const { title, path, cancel, form, setup, secret, uri, returnTo } = props;
  const { t } = usePage();
  return (
    <Card title={title} lead={t('security.app_scan')}>
      <QrCode text={uri} label={t('security.app_key')} />
      <p>
        <a href={uri}>{t('security.app_open')}</a>
      </p>
      <Copyable text={secret} label={t('security.app_key')} />
      <Form path={path} id="add-authenticator" state={form} fields={['code']}>
        <input type="hidden" name="setup" value={setup} />
        <ReturnTo value={returnTo} />
        <CodeField accepts="app" />
        <div class="buttons">
          <Submit label={t('security.app_add')} />
          {cancel && <ButtonLink path={cancel} label={t('form.cancel')} />}
        </div>
      </Form>
    </Card>
  );
}

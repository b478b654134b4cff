import type { ComponentChildren } from 'preact';
import encodeQR from 'qr';
import { Buttons, Card, Content } from '../shell/components/content.js';
import { Copyable } from '../shell/components/copyable.js';
import { CodeField, TextField } from '../shell/components/fields.js';
import { Form, ReturnTo, Submit } from '../shell/components/form.js';
import { PasskeyForm } from '../shell/components/passkey-form.js';
import { usePage, type FormState } from '../shell/rendering/use-page.js';

/** The secret that a new app scans or the user enters. */
export interface NewAuthenticator {
  form: FormState;
  /** The sealed secret, which the form sends back. */
  setup: string;
  secret: string;
  /** The `otpauth:` URI in the QR code. */
  uri: string;
}

export interface NewPasskey {
  form: FormState;
  /** The WebAuthn creation options, as JSON. */
  options: string;
}

interface SetUpFactorPageProps {
  app: NewAuthenticator;
  /** Undefined if this site does not support passkeys. */
  passkey?: NewPasskey;
  returnTo?: string;
}

/** Sets up the first factor, where one is required. */
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

export function AddPasskeyPage(props: NewPasskey) {
  const { t } = usePage();
  return (
    <Content title={t('security.passkey_add')} section="security" narrow>
      <Card lead={t('security.passkeys_lead')}>
        <NewPasskeyForm path="/console/security/passkeys" cancel="/console/security" {...props} />
      </Card>
    </Content>
  );
}

interface AuthenticatorCardProps extends NewAuthenticator {
  title?: string;
  path: string;
  cancel?: string;
  returnTo?: string;
}

function AuthenticatorCard(props: AuthenticatorCardProps) {
  const { title, path, cancel, form, setup, secret, uri, returnTo } = props;
  const { t } = usePage();
  return (
    <Card title={title} lead={t('security.app_scan')}>
      <QrCode text={uri} label={t('security.app_key')} />
      <p>
        <a href={uri}>{t('security.app_open')}</a>
      </p>
      <Copyable text={secret} label={t('security.app_key')} isTyped />
      <Form path={path} id="add-authenticator" state={form} fields={['code']}>
        <input type="hidden" name="setup" value={setup} />
        <ReturnTo value={returnTo} />
        <CodeField accepts="totp" />
        <Buttons cancel={cancel}>
          <Submit label={t('security.app_add')} />
        </Buttons>
      </Form>
    </Card>
  );
}

function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: 4 });
  const modules = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg class="qr" viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={label}>
      <path d={modules.join('')} />
    </svg>
  );
}

interface NewPasskeyFormProps extends NewPasskey {
  path: string;
  cancel?: string;
  children?: ComponentChildren;
}

function NewPasskeyForm({ form, children, ...props }: NewPasskeyFormProps) {
  const { t } = usePage();
  return (
    <PasskeyForm
      id="add-passkey"
      nameLabel="security.passkey_name"
      state={form}
      fields={['name']}
      creates
      label={t('security.passkey_add')}
      {...props}
    >
      {children}
      <TextField name="name" />
    </PasskeyForm>
  );
}

import { UsernameForPasswordManager } from '../components/account-fields.js';
import { CodeField } from '../components/code-field.js';
import { Card, Content } from '../components/content.js';
import { PasswordField } from '../components/fields.js';
import { Form, Submit } from '../components/form.js';
import { PasskeyForm } from '../components/passkey-form.js';
import type { FormState } from '../rendering/page.js';
import { usePage } from '../rendering/use-page.js';
import type { LinkPageProps } from './link-page.js';

export interface EmailPageProps extends LinkPageProps {
  action: 'verify' | 'restore_email';
  /** What the visitor has to enter beside the link. Default: nothing */
  fields?: readonly ('password' | 'code')[];
  /** The options for the browser to ask for a passkey, as JSON; none where none is asked for. */
  passkeys?: string | undefined;
  /** The passkey that was refused. */
  passkeyForm?: FormState | undefined;
}

/** Verifies or restores an email address, once its button is used: programs that follow links change nothing. */
export function EmailPage({
  token,
  email,
  form,
  action,
  fields = [],
  passkeys,
  passkeyForm = { values: {} },
}: EmailPageProps) {
  const { t } = usePage();
  const path = action === 'verify' ? '/console/verify-email' : '/console/restore-email';
  const hidden = <input type="hidden" name="token" value={token} />;
  return (
    <Content title={t(`${action}.title`)} narrow>
      <Card lead={t(`${action}.lead`, { email })}>
        <Form path={path} id={action} state={form} fields={fields}>
          {hidden}
          {fields.includes('password') && (
            <>
              <UsernameForPasswordManager email={email} />
              <PasswordField name="password" autocomplete="current-password" />
            </>
          )}
          {fields.includes('code') && <CodeField />}
          <Submit label={t(`${action}.submit`)} />
        </Form>
      </Card>
      {passkeys !== undefined && (
        <Card>
          <PasskeyForm
            path={path}
            id="passkey"
            fields={[]}
            state={passkeyForm}
            options={passkeys}
            label={t('second_step.passkey')}
          >
            {hidden}
          </PasskeyForm>
        </Card>
      )}
    </Content>
  );
}

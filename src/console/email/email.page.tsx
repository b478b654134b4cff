import { UsernameForPasswordManager } from '../shell/components/account-fields.js';
import { Action } from '../shell/components/action.js';
import { CodeField } from '../shell/components/code-field.js';
import { Card, Content } from '../shell/components/content.js';
import { PasswordField } from '../shell/components/fields.js';
import { Form, Submit } from '../shell/components/form.js';
import { PasskeyForm } from '../shell/components/passkey-form.js';
import type { FormState } from '../shell/rendering/page.js';
import { usePage } from '../shell/rendering/use-page.js';
import type { LinkPageProps } from './link-page.js';

export interface EmailPageProps extends LinkPageProps {
  /** The action of the button: verify the address, or undo one of these changes. */
  action: keyof typeof texts;
  /** The fields that the link alone does not replace. Default: none */
  fields?: readonly ('password' | 'code')[];
  /** The WebAuthn request options, as JSON; undefined if no passkey is requested. */
  passkeys?: string | undefined;
  /** The form of a refused passkey. */
  passkeyForm?: FormState | undefined;
}

const texts = {
  verify: { title: 'verify.title', lead: 'verify.lead', submit: 'verify.submit' },
  'email-changed': {
    title: 'restore_email.title',
    lead: 'restore_email.lead',
    submit: 'restore_email.submit',
  },
  'factor-added': {
    title: 'security.app_remove',
    lead: 'reset.lead',
    submit: 'security.app_remove',
  },
  'passkey-added': {
    title: 'security.passkey_remove',
    lead: 'reset.lead',
    submit: 'security.passkey_remove',
  },
} as const;

/** Verifies an address or undoes a change. Only the button acts, because programs may follow the link. */
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
  const { title, lead, submit } = texts[action];
  const isVerification = action === 'verify';
  const path = isVerification ? '/console/verify-email' : '/console/restore-email';
  const id = isVerification ? 'verify' : 'restore_email';
  const hidden = <input type="hidden" name="token" value={token} />;
  return (
    <Content title={t(title)} narrow>
      <Card lead={t(lead, { email })}>
        <Form path={path} id={id} state={form} fields={fields}>
          {hidden}
          {fields.includes('password') && (
            <>
              <UsernameForPasswordManager email={email} />
              <PasswordField name="password" autocomplete="current-password" focus={!form.error} />
            </>
          )}
          {fields.includes('code') && (
            <CodeField accepts="both" focus={!form.error && !fields.includes('password')} />
          )}
          <Submit label={t(submit)} focus={fields.length === 0} />
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
      {action === 'email-changed' && (
        <Card lead={t('restore_email.yours', { email })}>
          <Action path={path} label={t('restore_email.release')}>
            {hidden}
            <input type="hidden" name="release" value="true" />
          </Action>
        </Card>
      )}
    </Content>
  );
}

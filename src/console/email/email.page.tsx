import type { SecondFactorMethod } from '../../factors/factors.service.js';
import { UsernameForPasswordManager } from '../shell/components/account-fields.js';
import { Action, Card, Content } from '../shell/components/content.js';
import { PasswordField } from '../shell/components/fields.js';
import { Form, Submit } from '../shell/components/form.js';
import type { PasskeyPageProps } from '../shell/components/passkey-form.js';
import { SecondFactor, SecondFactorField } from '../shell/components/second-factor.js';
import { usePage, type FormState } from '../shell/rendering/use-page.js';

/** The properties of a page that a mail link opens. */
export interface LinkPageProps {
  token: string;
  /** The address that received the link or that it concerns. */
  email: string;
  form: FormState;
}

interface EmailPageProps extends LinkPageProps, Omit<PasskeyPageProps, 'returnTo'> {
  /** The action of the button: verify the address, or undo one of these changes. */
  action: keyof typeof texts;
  /** The fields that the link alone does not replace. Default: none */
  fields?: readonly ('password' | 'code')[];
  /** The methods of the second factor that an undone change requires. Default: none */
  methods?: readonly SecondFactorMethod[] | undefined;
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
export function EmailPage(props: EmailPageProps) {
  const { token, email, form, action, fields = [], methods = [], passkeys, passkeyForm } = props;
  const { t } = usePage();
  const { title, lead, submit } = texts[action];
  const isVerification = action === 'verify';
  const path = isVerification ? '/console/verify-email' : '/console/restore-email';
  const id = isVerification ? 'verify' : 'restore_email';
  const hidden = <input type="hidden" name="token" value={token} />;
  return (
    <Content title={t(title)} lead={methods.length > 0 && t(lead, { email })} narrow>
      {methods.length > 0 ? (
        <SecondFactor label={t(submit)} {...{ path, id, form, methods, passkeys, passkeyForm }}>
          {hidden}
        </SecondFactor>
      ) : (
        <Card lead={t(lead, { email })}>
          <Form path={path} id={id} state={form} fields={fields}>
            {hidden}
            {fields.includes('password') && (
              <>
                <UsernameForPasswordManager email={email} />
                <PasswordField
                  name="password"
                  autocomplete="current-password"
                  focus={!form.error}
                />
              </>
            )}
            {fields.includes('code') && <SecondFactorField />}
            <Submit label={t(submit)} focus={fields.length === 0} />
          </Form>
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

/** Asks the owner to adopt the email that a client has set. */
export function AdoptEmailPage({
  token,
  email,
  pending,
  form,
}: LinkPageProps & { pending: string }) {
  const { t } = usePage();
  return (
    <Content title={t('account.email_adopt')} narrow>
      <Card lead={t('account.email_pending', { email, pending })}>
        <Form path="/console/adopt-email" id="adopt-email" state={form} fields={[]}>
          <input type="hidden" name="token" value={token} />
          <Submit label={t('account.email_adopt')} focus />
        </Form>
      </Card>
    </Content>
  );
}

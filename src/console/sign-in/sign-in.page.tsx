import { challengeMs } from '../../factors/passkeys.service.js';
import { EmailField } from '../shell/components/account-fields.js';
import { Card, Content } from '../shell/components/content.js';
import { PasswordField } from '../shell/components/fields.js';
import { Form, ReturnTo, Submit } from '../shell/components/form.js';
import { PasskeyChoice, type PasskeyPageProps } from '../shell/components/passkey-form.js';
import { withReturnTo } from '../shell/browser/return-to.js';
import { usePage } from '../shell/rendering/use-page.js';

export function SignInPage({ form, returnTo, passkeys, passkeyForm }: PasskeyPageProps) {
  const { application, path, signUp, mail, t } = usePage();
  const isNew = !form.error && !passkeyForm;
  const hasEmail = Boolean(form.values.email);
  const forgotten = path(withReturnTo('/console/forgot-password', returnTo));
  return (
    <Content
      title={t('sign_in.title')}
      lead={application && t('sign_in.continue', { application })}
      narrow
    >
      <Card>
        <Form path="/console/sign-in" id="sign-in" state={form} fields={['email', 'password']}>
          <ReturnTo value={returnTo} />
          {passkeys !== undefined && <input type="hidden" name="can_add_passkey" />}
          <EmailField focus={isNew && !hasEmail} passkeys={passkeys !== undefined} />
          <PasswordField
            name="password"
            autocomplete="current-password"
            focus={isNew && hasEmail}
            aside={mail && <a href={forgotten}>{t('sign_in.forgot')}</a>}
          />
          <Submit label={t('sign_in.submit')} />
        </Form>
        <PasskeyChoice
          path="/console/sign-in/passkey"
          label={t('sign_in.passkey')}
          separator={t('sign_in.or')}
          {...{ passkeys, passkeyForm, returnTo }}
          autofill={challengeMs}
        />
      </Card>
      {signUp && (
        <p class="beside">
          {t('sign_in.no_account')}{' '}
          <a href={path(withReturnTo('/console/sign-up', returnTo))}>{t('sign_in.sign_up')}</a>
        </p>
      )}
    </Content>
  );
}

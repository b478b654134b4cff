import {
  AccountFact,
  NameField,
  NewPasswordField,
  UsernameForPasswordManager,
} from '../shell/components/account-fields.js';
import { Card, Content } from '../shell/components/content.js';
import { PasswordField } from '../shell/components/fields.js';
import { Form, Submit } from '../shell/components/form.js';
import { usePage, type FormState } from '../shell/rendering/use-page.js';
import type { LinkPageProps } from './email.page.js';

export interface ConfirmSignUpProps extends LinkPageProps {
  /** Whether another browser may have signed up. */
  requiresPassword: boolean;
  /** The form for another name and password, shown only after the password did not match the sign-up. */
  again?: FormState | undefined;
}

export function ConfirmSignUpPage(props: ConfirmSignUpProps) {
  const { token, email, requiresPassword, form, again } = props;
  const { t } = usePage();
  return (
    <Content title={t('confirm_sign_up.title')} narrow>
      <Card lead={requiresPassword && t('confirm_sign_up.lead', { email })}>
        <Form
          path="/console/confirm-sign-up"
          id="confirm-sign-up"
          state={form}
          fields={requiresPassword ? ['password'] : []}
        >
          <input type="hidden" name="token" value={token} />
          {requiresPassword ? (
            <>
              <UsernameForPasswordManager email={email} />
              <PasswordField
                name="password"
                autocomplete="current-password"
                focus={!form.error && !again}
              />
            </>
          ) : (
            <AccountFact email={email} />
          )}
          <Submit label={t('confirm_sign_up.submit')} focus={!requiresPassword} />
        </Form>
      </Card>
      {again && (
        <Card title={t('confirm_sign_up.again')}>
          <Form
            path="/console/sign-up-again"
            id="sign-up-again"
            state={again}
            fields={['name', 'password']}
          >
            <input type="hidden" name="token" value={token} />
            <UsernameForPasswordManager email={email} />
            <NameField focus={!form.error && !again.error} />
            <NewPasswordField name="password" />
            <Submit label={t('confirm_sign_up.submit')} plain />
          </Form>
        </Card>
      )}
    </Content>
  );
}

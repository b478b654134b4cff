import { UsernameForPasswordManager } from '../components/account-fields.js';
import { Card, Content } from '../components/content.js';
import { PasswordField } from '../components/fields.js';
import { Form, Submit } from '../components/form.js';
import type { LinkPageProps } from './link-page.js';
import { usePage } from '../rendering/use-page.js';

export function ConfirmSignUpPage({ token, email, form }: LinkPageProps) {
  const { t } = usePage();
  return (
    <Content title={t('confirm_sign_up.title')} lead={t('confirm_sign_up.lead', { email })} narrow>
      <Card>
        <Form
          path="/console/confirm-sign-up"
          id="confirm-sign-up"
          state={form}
          fields={['password']}
        >
          <input type="hidden" name="token" value={token} />
          <UsernameForPasswordManager email={email} />
          <PasswordField name="password" autocomplete="current-password" />
          <Submit label={t('confirm_sign_up.submit')} />
        </Form>
      </Card>
    </Content>
  );
}

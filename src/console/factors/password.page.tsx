import {
  NewPasswordField,
  UsernameForPasswordManager,
} from '../shell/components/account-fields.js';
import { Buttons, Card, Content } from '../shell/components/content.js';
import { Checkbox, PasswordField } from '../shell/components/fields.js';
import { Form, Submit } from '../shell/components/form.js';
import { usePage, type FormState } from '../shell/rendering/use-page.js';

export function PasswordPage({ form }: { form: FormState }) {
  const { t } = usePage();
  return (
    <Content title={t('account.password_submit')} section="security" narrow>
      <Card lead={t('account.password_lead')}>
        <Form
          path="/console/security/password"
          id="password"
          state={form}
          fields={['old_password', 'new_password', 'end_application_tokens']}
        >
          <UsernameForPasswordManager />
          <PasswordField name="old_password" autocomplete="current-password" focus={!form.error} />
          <NewPasswordField name="new_password" />
          <Checkbox name="end_application_tokens" hint={t('hint.end_application_tokens')} />
          <Buttons cancel="/console/security">
            <Submit label={t('account.password_submit')} />
          </Buttons>
        </Form>
      </Card>
    </Content>
  );
}

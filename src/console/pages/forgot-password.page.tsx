import { EmailField } from '../components/account-fields.js';
import { Card, Content } from '../components/content.js';
import { Form, Submit } from '../components/form.js';
import type { FormState } from '../rendering/page.js';
import { usePage } from '../rendering/use-page.js';

export function ForgotPasswordPage({ form }: { form: FormState }) {
  const { path, t } = usePage();
  return (
    <Content title={t('forgot.title')} lead={t('forgot.lead')} narrow>
      <Card>
        <Form path="/console/forgot-password" id="forgot" state={form} fields={['email']}>
          <EmailField focus={!form.error} />
          <Submit label={t('forgot.submit')} />
        </Form>
      </Card>
      <p class="beside">
        <a href={path('/console/sign-in')}>{t('sign_up.sign_in')}</a>
      </p>
    </Content>
  );
}

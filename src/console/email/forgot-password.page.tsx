import { EmailField } from '../shell/components/account-fields.js';
import { Card, Content } from '../shell/components/content.js';
import { Form, ReturnTo, Submit } from '../shell/components/form.js';
import { withReturnTo } from '../shell/browser/return-to.js';
import { usePage, type FormState } from '../shell/rendering/use-page.js';

export function ForgotPasswordPage({ form, returnTo }: { form: FormState; returnTo?: string }) {
  const { path, t } = usePage();
  return (
    <Content title={t('forgot.title')} lead={t('forgot.lead')} narrow>
      <Card>
        <Form path="/console/forgot-password" id="forgot" state={form} fields={['email']}>
          <ReturnTo value={returnTo} />
          <EmailField focus={!form.error} />
          <Submit label={t('forgot.submit')} />
        </Form>
      </Card>
      <p class="beside">
        <a href={path(withReturnTo('/console/sign-in', returnTo))}>{t('sign_up.sign_in')}</a>
      </p>
    </Content>
  );
}

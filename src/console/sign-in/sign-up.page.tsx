import {
  EmailField,
  LanguageField,
  NameField,
  NewPasswordField,
} from '../shell/components/account-fields.js';
import { Card, Content } from '../shell/components/content.js';
import { Form, ReturnTo, Submit } from '../shell/components/form.js';
import { withReturnTo } from '../shell/browser/return-to.js';
import { usePage, type FormState } from '../shell/rendering/use-page.js';

export function SignUpPage({ form, returnTo }: { form: FormState; returnTo?: string }) {
  const { application, path, t } = usePage();
  return (
    <Content
      title={t('sign_up.title')}
      lead={application && t('sign_in.continue', { application })}
      narrow
    >
      <Card>
        <Form
          path="/console/sign-up"
          id="sign-up"
          state={form}
          fields={['name', 'email', 'password', 'language_code']}
        >
          <ReturnTo value={returnTo} />
          <NameField focus={!form.error} />
          <EmailField />
          <NewPasswordField name="password" />
          <LanguageField />
          <Submit label={t('sign_up.submit')} />
        </Form>
      </Card>
      <p class="beside">
        {t('sign_up.have_account')}{' '}
        <a href={path(withReturnTo('/console/sign-in', returnTo))}>{t('sign_up.sign_in')}</a>
      </p>
    </Content>
  );
}

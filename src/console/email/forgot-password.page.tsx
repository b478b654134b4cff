import type { CheckMail } from '../shell/browser/check-mail.links.js';
import { EmailField } from '../shell/components/account-fields.js';
import { Action, Card, Content } from '../shell/components/content.js';
import { CodeField } from '../shell/components/fields.js';
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

interface CheckMailProps extends CheckMail {
  /** The parameter of the page that names the mail. */
  to: string;
  form: FormState;
}

export function CheckMailPage({ purpose, email, returnTo, to, form }: CheckMailProps) {
  const { path, t } = usePage();
  const lead =
    purpose === 'verification'
      ? t('notice.verification_sent')
      : t(`check_mail.${purpose}`, { email });
  return (
    <Content title={t('check_mail.title')} narrow>
      <Card lead={lead}>
        <p class="small">{t('check_mail.missing')}</p>
      </Card>
      <Card lead={t('check_mail.code')}>
        <Form path="/console/check-mail" id="check-mail" state={form} fields={['code']}>
          <input type="hidden" name="to" value={to} />
          <CodeField accepts="app" focus={!form.error} />
          <Submit label={t('form.continue')} />
        </Form>
      </Card>
      <div class="beside">
        {purpose === 'sign_up' ? (
          <a href={path(withReturnTo('/console/sign-up', returnTo))}>{t('link.again')}</a>
        ) : (
          <Action path={requests[purpose]} label={t('link.again')} look="quiet">
            <input type="hidden" name="email" value={email} />
            <ReturnTo value={returnTo} />
          </Action>
        )}
      </div>
    </Content>
  );
}

const requests = {
  reset: '/console/forgot-password',
  verification: '/console/account/verify-email',
} as const;

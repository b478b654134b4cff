import type { CheckMail } from '../shell/browser/check-mail.links.js';
import { Action, Card, Content } from '../shell/components/content.js';
import { CodeField } from '../shell/components/fields.js';
import { Form, ReturnTo, Submit } from '../shell/components/form.js';
import { withReturnTo } from '../shell/browser/return-to.js';
import { usePage, type FormState } from '../shell/rendering/use-page.js';

interface CheckMailProps extends CheckMail {
  /** The parameter of the page that names the mail. */
  to: string;
  form: FormState;
  /** Whether this browser can request the mail again. */
  canRepeat: boolean;
  /** How long the browser waits before it offers to repeat the request. */
  waitSeconds: number;
}

/** Names the address of a mail that this browser has requested, and accepts the code in it. */
export function CheckMailPage(props: CheckMailProps) {
  const { purpose, email, returnTo, to, form, canRepeat, waitSeconds } = props;
  const { account, application, path, t } = usePage();
  const { again, wrong } = mailRequests[purpose];
  return (
    <Content
      title={t('check_mail.title')}
      lead={application && t('sign_in.continue', { application })}
      narrow
    >
      <Card lead={<Lead purpose={purpose} email={email} />}>
        <Form path="/console/check-mail" id="check-mail" state={form} fields={['code']}>
          <input type="hidden" name="to" value={to} />
          <CodeField hint={t('check_mail.code')} focus={!form.error} />
          <Submit label={t('form.continue')} />
        </Form>
        <p class="small">{t('check_mail.missing')}</p>
      </Card>
      <div class="beside links">
        {canRepeat && (
          <div data-wait={waitSeconds}>
            <Action path={again} label={t('check_mail.again')} look="quiet">
              <input type="hidden" name="to" value={to} />
              <input type="hidden" name="email" value={email} />
              <ReturnTo value={returnTo} />
            </Action>
          </div>
        )}
        <a href={path(withReturnTo(wrong, returnTo))}>{t('check_mail.wrong')}</a>
      </div>
      {/* The link may have been opened on another device. */}
      {!account && (
        <p class="beside">
          {purpose === 'sign_up' && `${t('sign_up.have_account')} `}
          <a href={path(withReturnTo('/console/sign-in', returnTo))}>{t('sign_up.sign_in')}</a>
        </p>
      )}
    </Content>
  );
}

/** The form that requests the mail again, and the page where the visitor enters another address. */
export const mailRequests = {
  sign_up: { again: '/console/check-mail/sign-up', wrong: '/console/sign-up' },
  reset: { again: '/console/forgot-password', wrong: '/console/forgot-password' },
  verification: { again: '/console/account/verify-email', wrong: '/console/account' },
} as const;

function Lead({ purpose, email }: Pick<CheckMail, 'purpose' | 'email'>) {
  const { t } = usePage();
  const address = (
    <strong>
      <bdi>{email}</bdi>
    </strong>
  );
  if (purpose === 'verification') {
    return (
      <>
        {t('notice.verification_sent')} {address}
      </>
    );
  }
  const marker = '\uFFFC';
  const [before, after] = t(`check_mail.${purpose}`, { email: marker })
    .replaceAll(/[\u2066-\u2069]/g, '')
    .split(marker);
  return (
    <>
      {before}
      {address}
      {after}
    </>
  );
}

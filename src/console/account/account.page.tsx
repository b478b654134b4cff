import { Fragment } from 'preact';
import {
  EmailField,
  languageChoices,
  LanguageField,
  NameField,
  UsernameForPasswordManager,
} from '../shell/components/account-fields.js';
import { Action, ButtonLink, Buttons, Card, Content } from '../shell/components/content.js';
import { PasswordField, TextField } from '../shell/components/fields.js';
import { Form, Submit } from '../shell/components/form.js';
import { Row, Rows } from '../shell/components/rows.js';
import { QuestionPage } from '../shell/question.page.js';
import { usePage, type FormState } from '../shell/rendering/use-page.js';

export interface AccountPageProps {
  /** The stored values of the account. */
  current: FormState['values'];
  isVerified: boolean;
  /** The form that was refused, or that a visitor continues. Default: both show the stored values */
  edited?: { readonly form: 'profile' | 'email'; readonly state: FormState } | undefined;
}

export function AccountPage({ current, isVerified, edited }: AccountPageProps) {
  const { account, mail, t } = usePage();
  const getState = (form: 'profile' | 'email') =>
    edited?.form === form ? edited.state : { values: current };
  return (
    <Content title={t('account.title')} lead={t('account.lead')} section="account">
      <Rows>
        <Row
          title={t('account.profile')}
          value={<ProfileFacts values={current} />}
          isOpen={edited?.form === 'profile'}
        >
          <ProfileForm state={getState('profile')} />
        </Row>
        <Row
          title={t('account.email')}
          value={<EmailFact email={current.email} isVerified={mail ? isVerified : undefined} />}
          isOpen={edited?.form === 'email'}
        >
          <EmailForm state={getState('email')} />
        </Row>
      </Rows>
      {mail && account && !isVerified && (
        <Card
          title={t('verify.title')}
          lead={t('account.email_unverified', { email: account.email })}
        >
          <Action path="/console/account/verify-email" label={t('account.email_verify')} />
        </Card>
      )}
      {account?.pendingEmail && (
        <Card
          lead={t('account.email_pending', { email: account.email, pending: account.pendingEmail })}
        >
          <Action path="/console/account/adopt-email" label={t('account.email_adopt')}>
            <input type="hidden" name="email" value={account.pendingEmail} />
          </Action>
        </Card>
      )}
      <Card title={t('export_account.title')} lead={t('export_account.lead')}>
        <ButtonLink path="/console/account/export" label={t('export_account.submit')} />
      </Card>
      <Card title={t('account.danger')} lead={t('account.danger_lead')} danger>
        <ButtonLink path="/console/account/delete" label={t('account.delete')} look="danger" />
      </Card>
    </Content>
  );
}

function ProfileFacts({ values }: { values: FormState['values'] }) {
  const { t } = usePage();
  const language = languageChoices().find(({ code }) => code === values.language_code)?.name;
  return (
    <>
      {profileFields.map((name) => (
        <Fragment key={name}>
          <span class="term">{t(`field.${name}`)}</span>
          <bdi>{(name === 'language_code' ? language : values[name]) || t('account.none')}</bdi>
        </Fragment>
      ))}
    </>
  );
}

/** @param props.isVerified undefined if addresses are not verified */
function EmailFact({ email, isVerified }: { email?: string; isVerified: boolean | undefined }) {
  const { t } = usePage();
  const badge = isVerified ? 'account.email_confirmed' : 'account.email_not_confirmed';
  return (
    <>
      <bdi>{email}</bdi>{' '}
      {isVerified !== undefined && (
        <span class={isVerified ? 'badge good' : 'badge'}>{t(badge)}</span>
      )}
    </>
  );
}

const profileFields = ['name', 'language_code', 'phone', 'default_notification_phone'] as const;

const phone = { type: 'tel', autocomplete: 'tel', optional: true } as const;

function ProfileForm({ state }: { state: FormState }) {
  const { t } = usePage();
  return (
    <Form path="/console/account" id="profile" state={state} isSettings fields={profileFields}>
      <NameField />
      <LanguageField />
      <TextField name="phone" {...phone} />
      <TextField
        name="default_notification_phone"
        hint={t('hint.default_notification_phone')}
        {...phone}
      />
      <Submit label={t('form.save')} />
    </Form>
  );
}

function EmailForm({ state }: { state: FormState }) {
  const { t } = usePage();
  return (
    <Form path="/console/account/email" id="email" state={state} fields={emailFields}>
      <EmailField />
      <PasswordField name="old_password" autocomplete="current-password" />
      <Submit label={t('account.email_edit')} />
    </Form>
  );
}

const emailFields = ['email', 'old_password'] as const;

export function ExportAccountPage() {
  const { t } = usePage();
  return (
    <QuestionPage
      section="account"
      title={t('export_account.title')}
      lead={t('export_account.lead')}
      label={t('export_account.submit')}
      path="/console/account/export"
      back="/console/account"
      harmless
    />
  );
}

/** @param props.asksForPassword whether the user has not confirmed with a second factor */
export function DeleteAccountPage(props: { asksForPassword: boolean; form: FormState }) {
  const { asksForPassword, form } = props;
  const { account, t } = usePage();
  const fields = asksForPassword ? (['password'] as const) : [];
  return (
    <Content title={t('delete_account.title')} section="account" narrow>
      <Card lead={t('delete_account.lead')} danger>
        <ul class="losses">
          <li>{t('delete_account.account', { email: account?.email ?? '' })}</li>
          <li>{t('delete_account.applications')}</li>
          <li>{t('delete_account.grants')}</li>
        </ul>
        <Form path="/console/account/delete" id="delete-account" state={form} fields={fields}>
          {asksForPassword && (
            <>
              <UsernameForPasswordManager />
              <PasswordField
                name="password"
                autocomplete="current-password"
                hint={t('delete_account.password')}
              />
            </>
          )}
          <Buttons cancel="/console/account">
            <Submit label={t('delete_account.submit')} danger />
          </Buttons>
        </Form>
      </Card>
    </Content>
  );
}

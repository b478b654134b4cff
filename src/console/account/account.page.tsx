import {
  EmailField,
  LanguageField,
  NameField,
  NewPasswordField,
  UsernameForPasswordManager,
} from '../shell/components/account-fields.js';
import { Action, ButtonLink, Buttons, Card, Content } from '../shell/components/content.js';
import { Checkbox, PasswordField, TextField } from '../shell/components/fields.js';
import { Form, Submit } from '../shell/components/form.js';
import { QuestionPage } from '../shell/question.page.js';
import { usePage, type FormState } from '../shell/rendering/use-page.js';

interface AccountPageProps {
  /** The values of the account, or of a refused form. */
  profile: FormState;
  password: FormState;
  isVerified: boolean;
}

export function AccountPage({ profile, password, isVerified }: AccountPageProps) {
  const { account, mail, t } = usePage();
  return (
    <Content title={t('account.title')} lead={t('account.lead')} section="account">
      <ProfileCard profile={profile} />
      {mail && account && (
        <Card
          title={t('account.email')}
          lead={t(isVerified ? 'account.email_verified' : 'account.email_unverified', {
            email: account.email,
          })}
        >
          {!isVerified && (
            <Action path="/console/account/verify-email" label={t('account.email_verify')} />
          )}
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
      <PasswordCard password={password} />
      <Card title={t('export_account.title')} lead={t('export_account.lead')}>
        <ButtonLink path="/console/account/export" label={t('export_account.submit')} />
      </Card>
      <Card title={t('account.danger')} lead={t('account.danger_lead')} danger>
        <ButtonLink path="/console/account/delete" label={t('account.delete')} look="danger" />
      </Card>
    </Content>
  );
}

const phone = { type: 'tel', autocomplete: 'tel', optional: true } as const;

function ProfileCard({ profile }: Pick<AccountPageProps, 'profile'>) {
  const { t } = usePage();
  return (
    <Card title={t('account.profile')}>
      <Form
        path="/console/account"
        id="profile"
        state={profile}
        isSettings
        fields={[
          'name',
          'email',
          'old_password',
          'language_code',
          'phone',
          'default_notification_phone',
        ]}
      >
        <NameField />
        <EmailField />
        <PasswordField
          name="old_password"
          autocomplete="current-password"
          hint={t('hint.password_for_email')}
          neededFor="profile-email"
          optional
        />
        <LanguageField />
        <TextField name="phone" {...phone} />
        <TextField
          name="default_notification_phone"
          hint={t('hint.default_notification_phone')}
          {...phone}
        />
        <Submit label={t('form.save')} />
      </Form>
    </Card>
  );
}

function PasswordCard({ password }: Pick<AccountPageProps, 'password'>) {
  const { t } = usePage();
  return (
    <Card title={t('account.password')} lead={t('account.password_lead')}>
      <Form
        path="/console/account/password"
        id="password"
        state={password}
        fields={['old_password', 'new_password', 'end_application_tokens']}
      >
        <UsernameForPasswordManager />
        <PasswordField name="old_password" autocomplete="current-password" />
        <NewPasswordField name="new_password" />
        <Checkbox name="end_application_tokens" hint={t('hint.end_application_tokens')} />
        <Submit label={t('account.password_submit')} />
      </Form>
    </Card>
  );
}

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

export function DeleteAccountPage({ form }: { form: FormState }) {
  const { account, t } = usePage();
  return (
    <Content title={t('delete_account.title')} section="account" narrow>
      <Card lead={t('delete_account.lead')} danger>
        <ul class="losses">
          <li>{t('delete_account.account', { email: account?.email ?? '' })}</li>
          <li>{t('delete_account.applications')}</li>
          <li>{t('delete_account.grants')}</li>
        </ul>
        <Form path="/console/account/delete" id="delete-account" state={form} fields={['password']}>
          <UsernameForPasswordManager />
          <PasswordField
            name="password"
            autocomplete="current-password"
            hint={t('delete_account.password')}
          />
          <Buttons cancel="/console/account">
            <Submit label={t('delete_account.submit')} danger />
          </Buttons>
        </Form>
      </Card>
    </Content>
  );
}

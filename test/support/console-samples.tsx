import type { VNode } from 'preact';
import { auditEvents } from '../../src/audit/audit-event.js';
import type { FieldName } from '../../src/console/shell/components/form.js';
import type { FormState } from '../../src/console/shell/rendering/use-page.js';
import type { FieldErrorBody } from '../../src/errors/form-error.js';
import {
  AddAuthenticatorPage,
  AddPasskeyPage,
  SetUpFactorPage,
} from '../../src/console/factors/new-factor.page.js';
import {
  AccountPage,
  DeleteAccountPage,
  ExportAccountPage,
} from '../../src/console/account/account.page.js';
import {
  ActivityPage,
  entriesOnPage,
  type ActivityEntry,
} from '../../src/console/activity/activity.page.js';
import {
  ApplicationPage,
  ApplicationQuestionPage,
  NewSecretPage,
  RemoveSecretPage,
} from '../../src/console/applications/application.page.js';
import { ApplicationsPage } from '../../src/console/applications/applications.page.js';
import { CheckMailPage } from '../../src/console/email/check-mail.page.js';
import { ForgotPasswordPage } from '../../src/console/email/forgot-password.page.js';
import { ChangeFactorPage } from '../../src/console/factors/change-factor.page.js';
import { ConfirmPage } from '../../src/console/sign-in/confirm.page.js';
import { ConfirmSignUpPage } from '../../src/console/email/confirm-sign-up.page.js';
import { ConsentPage } from '../../src/console/consent/consent.page.js';
import { AdoptEmailPage, EmailPage } from '../../src/console/email/email.page.js';
import { ErrorPage } from '../../src/console/shell/error.page.js';
import { GrantsPage, RevokeGrantPage } from '../../src/console/consent/grants.page.js';
import { InvalidLinkPage } from '../../src/console/shell/browser/mail-link.js';
import { NewTokenPage, RevokeTokenPage } from '../../src/console/applications/named-tokens.page.js';
import { NewApplicationPage } from '../../src/console/applications/new-application.page.js';
import { NotificationsPage } from '../../src/console/account/notifications.page.js';
import { PasskeyOfferPage } from '../../src/console/factors/passkey-offer.page.js';
import { PasswordPage } from '../../src/console/factors/password.page.js';
import { PasskeyPage } from '../../src/console/factors/passkey.page.js';
import { RecoveryCodesPage } from '../../src/console/factors/recovery-codes.page.js';
import { ResetPasswordPage } from '../../src/console/email/reset-password.page.js';
import { SecondStepPage } from '../../src/console/sign-in/second-step.page.js';
import { SecurityPage, StopRemovalPage } from '../../src/console/factors/security.page.js';
import {
  EndOtherSessionsPage,
  EndSessionPage,
  SessionsPage,
} from '../../src/console/activity/sessions.page.js';
import { SignInPage } from '../../src/console/sign-in/sign-in.page.js';
import { SignUpPage } from '../../src/console/sign-in/sign-up.page.js';

/** Input from an attacker who tries to break the page. */
export const hostile = `<script>alert(1)</script>"'><img src=x onerror=alert(1)> onload="x`;

/** The password that the user has entered. */
export const secret = 'never-sent-back-1';

/**
 * Returns every page in every state.
 *
 * @param text the content of all fields that accept free text
 */
export function consolePages(sentence: string, text = hostile): Record<string, VNode> {
  const date = new Date('2026-01-18T14:49:37.123Z');
  const empty: FormState = { values: {} };
  const refused = (...fields: FieldName[]): FormState => ({
    values: Object.fromEntries(
      fields.map((name) => [name, name.includes('password') ? secret : text]),
    ),
    error: {
      errors: [sentence],
      codes: ['required'],
      children: Object.fromEntries(
        [...fields, 'owner'].map((name) => [name, { errors: [sentence], codes: ['required'] }]),
      ),
    },
  });
  const wrong: FieldErrorBody = { errors: [sentence], codes: ['blank'] };
  // Limited to the capacity of a QR code.
  const uri = `otpauth://totp/${encodeURIComponent([...text].slice(0, 100).join(''))}`;
  const app = { form: empty, setup: text, secret: text, uri };
  const application = {
    id: 'k3Vq8ZtX2mLp9RwB6cYd4NhJ',
    name: text,
    public: false,
    requirePkce: true,
    trusted: true,
    clientCredentials: true,
    apiVersion: '1.20',
    postLogoutRedirectUris: [],
    redirectUris: [text, 'https://app.example/callback'],
    createdAt: date,
    updatedAt: date,
    owner: { name: text },
  };
  const secrets = [
    { id: '1', expiresAt: null, lastUsedOn: null },
    { id: '2', expiresAt: date, lastUsedOn: '2026-01-19' },
  ];
  const details = {
    application,
    form: empty,
    versions: ['1.20', '1.21'],
    secrets,
    namedTokens: [],
  };
  const namedToken = {
    id: 'k3Vq8ZtX2mLp9RwB6cYd4NhJ',
    name: text,
    scope: ['account:read', 'account:write'],
    isFullAccess: false,
    createdAt: date,
    expiresAt: date,
    usedOn: '2026-01-19',
  };
  const fullToken = {
    ...namedToken,
    id: '6rTq1NvX8mZbC4KpD7wGhS2L',
    isFullAccess: true,
    expiresAt: null,
    usedOn: undefined,
  };
  const session = { source: '203.0.113.7', createdAt: date, lastSeenAt: date, current: false };
  const event: ActivityEntry = {
    id: 'k3Vq8ZtX2mLp9RwB6cYd4NhJ',
    at: date,
    count: 1,
    lastAt: date,
    event: 'account.update',
    result: 'succeeded',
    applicationId: null,
    applicationName: undefined,
    clientId: application.id,
    clientName: text,
    operator: null,
    channel: 'http',
    source: text,
    device: null,
    members: ['name', 'email', text],
  };
  const events: ActivityEntry[] = Object.keys(auditEvents).map((name) => ({
    ...event,
    id: name,
    event: name,
  }));
  const refusedEvents: ActivityEntry[] = [
    {
      ...event,
      id: 'a',
      result: 'old_password_wrong',
      count: 1_234,
      clientId: null,
      waitingUntil: date,
    },
    { ...event, id: 'b', event: text, result: text, source: null, channel: 'console' },
    { ...event, id: 'e', clientId: null, channel: 'console', device: 'Samsung Internet, Android' },
    { ...event, id: 'f', clientId: null, channel: 'session', device: 'Windows' },
    { ...event, id: 'c', applicationId: application.id, applicationName: text },
    { ...event, id: 'd', applicationId: application.id, channel: 'oauth', clientId: null },
  ];
  const scope = ['account:read', 'account:write', 'x:y'];
  const resource = { identifier: 'urn:a', name: text, scopes: { b: text } };
  const passkey = {
    id: 'k3Vq8ZtX2mLp9RwB6cYd4NhJ',
    name: text,
    createdAt: date,
    lastUsedAt: date,
  };
  const options = JSON.stringify({ challenge: 'AAAA', rpId: text });
  const current = { name: text, email: text, language_code: 'en', phone: text };
  const profileFields = ['name', 'language_code', 'phone', 'default_notification_phone'] as const;
  return {
    'sign in': <SignInPage form={empty} returnTo={text} />,
    'sign in, with passkeys': <SignInPage form={empty} passkeys={options} returnTo={text} />,
    'sign in, in a browser without passkeys': <SignInPage form={empty} passkeys={text} />,
    'sign in, passkey refused': (
      <SignInPage form={empty} passkeys={options} passkeyForm={refused()} />
    ),
    'sign in, refused': <SignInPage form={refused('email', 'password')} />,
    'second step': (
      <SecondStepPage
        email={text}
        form={empty}
        returnTo={text}
        methods={['totp', 'recovery_code']}
      />
    ),
    'second step, with passkeys': (
      <SecondStepPage
        email={text}
        form={empty}
        methods={['passkey', 'recovery_code']}
        passkeys={options}
        returnTo={text}
      />
    ),
    'second step, passkey refused': (
      <SecondStepPage
        email={text}
        form={empty}
        methods={['totp', 'passkey', 'recovery_code']}
        passkeys={options}
        passkeyForm={refused()}
      />
    ),
    'second step, refused': (
      <SecondStepPage email={text} form={refused('code')} methods={['totp']} />
    ),
    'passkey offer': (
      <PasskeyOfferPage form={empty} options={options} name={text} next="/host/console" />
    ),
    security: (
      <SecurityPage
        appSince={undefined}
        canRemove
        recoveryCodes={0}
        passkeys={[]}
        canAddPasskey={false}
      />
    ),
    'security, with an app': (
      <SecurityPage
        appSince={date}
        canRemove
        recoveryCodes={9}
        passkeys={[]}
        canAddPasskey
        removalAt={date}
      />
    ),
    'security, with passkeys': (
      <SecurityPage
        appSince={undefined}
        canRemove={false}
        recoveryCodes={9}
        passkeys={[passkey]}
        canAddPasskey
      />
    ),
    'add passkey': <AddPasskeyPage form={empty} options={options} />,
    'add passkey, refused': <AddPasskeyPage form={refused('name')} options={options} />,
    passkey: <PasskeyPage canRemove passkey={passkey} />,
    'passkey, refused': <PasskeyPage canRemove passkey={passkey} form={refused('name')} />,
    'security, as it must be': (
      <SecurityPage
        appSince={date}
        canRemove={false}
        recoveryCodes={9}
        passkeys={[]}
        canAddPasskey={false}
      />
    ),
    'add authenticator': <AddAuthenticatorPage {...app} />,
    'set up a factor': <SetUpFactorPage app={app} returnTo={text} />,
    'set up a factor, or a passkey': (
      <SetUpFactorPage app={app} passkey={{ form: empty, options }} />
    ),
    'set up a factor, or a passkey, refused': (
      <SetUpFactorPage app={app} passkey={{ form: refused('name'), options }} />
    ),
    'stop removal': <StopRemovalPage token={text} />,
    'recovery codes, then on': <RecoveryCodesPage codes={[text]} next="/host/console" isMailed />,
    'add authenticator, refused': <AddAuthenticatorPage {...app} form={refused('code')} />,
    'remove authenticator, with passkeys': <ChangeFactorPage change="remove" endsCodes={false} />,
    'remove authenticator': <ChangeFactorPage change="remove" endsCodes />,
    'new recovery codes': <ChangeFactorPage change="replace" endsCodes />,
    confirm: <ConfirmPage form={empty} methods={[]} returnTo={text} />,
    'confirm with a passkey': (
      <ConfirmPage form={empty} methods={['passkey']} passkeys={options} returnTo={text} />
    ),
    'confirm with a passkey, refused': (
      <ConfirmPage form={empty} methods={['passkey']} passkeys={options} passkeyForm={refused()} />
    ),
    'confirm, refused': <ConfirmPage form={refused('password')} methods={[]} />,
    'confirm with a code, refused': <ConfirmPage form={refused('code')} methods={['totp']} />,
    'recovery codes': <RecoveryCodesPage codes={['ABCD-EFGH-IJKL-MNOP-QRST-UVWX', text]} />,
    'sign up': <SignUpPage form={empty} returnTo={text} />,
    'sign up, refused for its email': (
      <SignUpPage form={{ values: {}, error: { children: { email: wrong } } }} />
    ),
    'sign up, refused': <SignUpPage form={refused('name', 'email', 'password', 'language_code')} />,
    account: <AccountPage current={current} isVerified={false} />,
    'account, profile refused': (
      <AccountPage
        current={current}
        isVerified
        edited={{ form: 'profile', state: refused(...profileFields) }}
      />
    ),
    'account, email refused': (
      <AccountPage
        current={current}
        isVerified
        edited={{ form: 'email', state: refused('email', 'old_password') }}
      />
    ),
    password: <PasswordPage form={empty} />,
    'password, refused': (
      <PasswordPage form={refused('old_password', 'new_password', 'end_application_tokens')} />
    ),
    'check mail, sign-up': (
      <CheckMailPage
        purpose="sign_up"
        email={text}
        to="x"
        form={empty}
        canRepeat
        waitSeconds={60}
      />
    ),
    'check mail, sign-up in another browser': (
      <CheckMailPage
        purpose="sign_up"
        email={text}
        to="x"
        form={empty}
        canRepeat={false}
        waitSeconds={60}
      />
    ),
    'check mail, reset': (
      <CheckMailPage
        purpose="reset"
        email={text}
        to="x"
        form={refused('code')}
        canRepeat
        waitSeconds={60}
      />
    ),
    'check mail, verification': (
      <CheckMailPage
        purpose="verification"
        email={text}
        to="x"
        form={empty}
        canRepeat
        waitSeconds={60}
      />
    ),
    'forgot password': <ForgotPasswordPage form={empty} />,
    'forgot password, refused': <ForgotPasswordPage form={refused('email')} />,
    'reset password': <ResetPasswordPage token={text} email={text} form={empty} />,
    'reset password, refused': (
      <ResetPasswordPage
        token={text}
        email={text}
        form={refused('new_password', 'end_application_tokens')}
      />
    ),
    'reset password, first proof': (
      <ResetPasswordPage token={text} email={text} form={empty} isFirstProof />
    ),
    'adopt email': <AdoptEmailPage token={text} email={text} pending={text} form={empty} />,
    'confirm sign-up': (
      <ConfirmSignUpPage token={text} email={text} requiresPassword={false} form={empty} />
    ),
    'confirm sign-up in another browser': (
      <ConfirmSignUpPage token={text} email={text} requiresPassword form={empty} />
    ),
    'confirm sign-up, refused': (
      <ConfirmSignUpPage
        token={text}
        email={text}
        requiresPassword
        form={refused('password')}
        again={empty}
      />
    ),
    'confirm sign-up, again, refused': (
      <ConfirmSignUpPage
        token={text}
        email={text}
        requiresPassword
        form={empty}
        again={refused('name', 'password')}
      />
    ),
    'verify email': <EmailPage action="verify" token={text} email={text} form={empty} />,
    'verify email, refused': (
      <EmailPage
        action="verify"
        token={text}
        email={text}
        fields={['password', 'code']}
        form={refused('password', 'code')}
      />
    ),
    'restore email, refused': (
      <EmailPage action="email-changed" token={text} email={text} form={refused('email')} />
    ),
    'restore email': <EmailPage action="email-changed" token={text} email={text} form={empty} />,
    'remove a new app': <EmailPage action="factor-added" token={text} email={text} form={empty} />,
    'remove a new passkey': (
      <EmailPage action="passkey-added" token={text} email={text} form={empty} />
    ),
    'invalid link': <InvalidLinkPage again="/console/forgot-password" />,
    'delete account': <DeleteAccountPage asksForPassword form={empty} />,
    'delete account, confirmed': <DeleteAccountPage asksForPassword={false} form={empty} />,
    'delete account, refused': <DeleteAccountPage asksForPassword form={refused('password')} />,
    'export account': <ExportAccountPage />,
    notifications: (
      <NotificationsPage
        form={{
          values: {
            default_email_notification_frequency: 'weekly',
            default_desktop_notification_frequency: '5min',
            default_push_notification_frequency: 'never',
            default_trending_email_notification_frequency: 'occasionally',
            grouped_email_notification: 'true',
            email_subscriptions: 'false',
          },
        }}
      />
    ),
    'notifications, refused': (
      <NotificationsPage
        form={refused('default_email_notification_frequency', 'grouped_email_notification')}
      />
    ),
    sessions: (
      <SessionsPage
        sessions={[
          { ...session, id: 'a', userAgent: 'curl/8.5.0', current: true },
          { ...session, id: 'b', userAgent: text },
          { ...session, id: 'c', userAgent: '' },
        ]}
      />
    ),
    'end session': <EndSessionPage session={{ ...session, id: 'b', userAgent: text }} />,
    'end other sessions': <EndOtherSessionsPage />,
    'one session': (
      <SessionsPage sessions={[{ ...session, id: 'a', userAgent: '', current: true }]} />
    ),
    activity: <ActivityPage entries={events.slice(0, entriesOnPage)} older={text} isLatest />,
    'activity, older': <ActivityPage entries={events.slice(entriesOnPage)} isLatest={false} />,
    'activity, refused': <ActivityPage entries={refusedEvents} isLatest={false} />,
    'no activity': <ActivityPage entries={[]} isLatest subject="sessions" />,
    applications: (
      <ApplicationsPage
        applications={[
          { ...application, hasToken: true, usedOn: '2026-01-19' },
          { ...application, public: true, hasToken: false },
        ]}
      />
    ),
    'no applications': <ApplicationsPage applications={[]} />,
    'new application': <NewApplicationPage form={empty} versions={['1.20', '1.21']} />,
    'new application, refused': (
      <NewApplicationPage
        form={refused('name', 'redirect_uris', 'public', 'api_version')}
        versions={['1.20', '1.21']}
      />
    ),
    application: (
      <ApplicationPage
        {...details}
        application={{ ...application, usedOn: '2026-01-19' }}
        token={{ state: 'masked' }}
      />
    ),
    'application, new named token': (
      <ApplicationPage
        {...details}
        token={{ state: 'masked' }}
        namedTokens={[namedToken, fullToken]}
        newToken={text}
      />
    ),
    'new named token': <NewTokenPage application={application} form={empty} />,
    'new named token, refused': (
      <NewTokenPage application={application} form={refused('name', 'scope', 'expires_in_days')} />
    ),
    'revoke named token': <RevokeTokenPage application={application} token={namedToken} />,
    'application, token unreadable': (
      <ApplicationPage {...details} token={{ state: 'unreadable' }} />
    ),
    'application, refused': (
      <ApplicationPage
        {...details}
        form={refused('name', 'redirect_uris', 'api_version', 'require_pkce', 'client_credentials')}
        token={{ state: 'none' }}
      />
    ),
    'application, shown': (
      <ApplicationPage
        {...details}
        token={{ state: 'revealed', value: text }}
        curl={text}
        clientSecret={text}
      />
    ),
    'public application': (
      <ApplicationPage
        {...details}
        application={{ ...application, public: true }}
        token={{ state: 'none' }}
      />
    ),
    'delete application': <ApplicationQuestionPage application={application} action="delete" />,
    'regenerate token': (
      <ApplicationQuestionPage application={application} action="token/regenerate" />
    ),
    'revoke token': <ApplicationQuestionPage application={application} action="token/revoke" />,
    'new client secret': <NewSecretPage application={application} />,
    'new client secret, refused': (
      <NewSecretPage application={application} form={refused('keep_previous_days')} />
    ),
    'revoke client secret': <RemoveSecretPage application={application} secretId="2" />,
    grants: (
      <GrantsPage
        grants={[
          { id: 'g', application, scope: [...scope, 'urn:a b', 'urn:c d'], createdAt: date },
        ]}
        resources={[resource]}
      />
    ),
    'revoke grant': (
      <RevokeGrantPage grant={{ id: 'g', application, scope, createdAt: date }} resources={[]} />
    ),
    'no grants': <GrantsPage grants={[]} resources={[]} />,
    consent: (
      <ConsentPage
        application={application}
        scope={scope}
        resource={undefined}
        destination={text}
        parameters={{ state: text, [text]: 'x' }}
        returnTo={text}
      />
    ),
    'consent to a resource': (
      <ConsentPage
        application={application}
        scope={['openid', 'b']}
        resource={resource}
        destination={text}
        parameters={{}}
      />
    ),
    'error of a client': (
      <ErrorPage
        status={400}
        sentence={text}
        client={{ error: 'redirect_uri_unregistered', client_id: text, redirect_uri: text }}
      />
    ),
    'error, for a moment': <ErrorPage status={503} sentence={text} again="/host/console/account" />,
    ...Object.fromEntries(
      [400, 403, 404, 429, 500, 503].map((status) => [
        `error ${status}`,
        <ErrorPage key={status} status={status} sentence={text} requestId={text} />,
      ]),
    ),
  };
}

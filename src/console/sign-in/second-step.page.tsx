import { AccountFact } from '../shell/components/account-fields.js';
import { Action } from '../shell/components/action.js';
import { CodeField } from '../shell/components/code-field.js';
import { Card, Content } from '../shell/components/content.js';
import { Form, Submit } from '../shell/components/form.js';
import { PasskeyCard } from '../shell/components/passkey-card.js';
import { ReturnTo } from '../shell/components/return-to.js';
import type { FormState } from '../shell/rendering/page.js';
import { usePage } from '../shell/rendering/use-page.js';

export interface SecondStepPageProps {
  form: FormState;
  /** The email of the account. */
  email: string;
  /** The page the visitor requested. */
  returnTo?: string;
  /** Whether the account has an authenticator app. */
  hasApp: boolean;
  /** The WebAuthn request options, as JSON. Default: none, if the user has no passkey */
  passkeys?: string;
  /** The form of a refused passkey. */
  passkeyForm?: FormState;
}

export function SecondStepPage(props: SecondStepPageProps) {
  const { form, email, returnTo, hasApp, passkeys, passkeyForm } = props;
  const { t } = usePage();
  return (
    <Content title={t('second_step.title')} narrow>
      <PasskeyCard
        path="/console/second-step/passkey"
        label={t('second_step.passkey')}
        options={passkeys}
        refused={passkeyForm}
        returnTo={returnTo}
      />
      <Card lead={t(hasApp ? 'second_step.lead' : 'second_step.recovery')}>
        <Form path="/console/second-step" id="second-step" state={form} fields={['code']}>
          <ReturnTo value={returnTo} />
          <AccountFact email={email} />
          <CodeField
            accepts={hasApp ? 'both' : 'recovery'}
            focus={!form.error && passkeys === undefined}
          />
          <Submit label={t('sign_in.submit')} plain={passkeys !== undefined} />
        </Form>
      </Card>
      <div class="beside">
        <p>{t('second_step.lost')}</p>
        <Action path="/console/sign-out" label={t('consent.not_you')} look="quiet">
          <ReturnTo value={returnTo} />
        </Action>
      </div>
    </Content>
  );
}

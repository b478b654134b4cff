import { AccountFact } from '../shell/components/account-fields.js';
import { Action, Card, Content } from '../shell/components/content.js';
import { CodeField } from '../shell/components/fields.js';
import { Form, ReturnTo, Submit } from '../shell/components/form.js';
import { PasskeyCard, type PasskeyPageProps } from '../shell/components/passkey-form.js';
import { usePage } from '../shell/rendering/use-page.js';

interface SecondStepPageProps extends PasskeyPageProps {
  email: string;
  hasApp: boolean;
}

export function SecondStepPage(props: SecondStepPageProps) {
  const { form, email, returnTo, hasApp, passkeys, passkeyForm } = props;
  const { t } = usePage();
  return (
    <Content title={t('second_step.title')} narrow>
      <PasskeyCard
        path="/console/second-step/passkey"
        label={t('second_step.passkey')}
        {...{ passkeys, passkeyForm, returnTo }}
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

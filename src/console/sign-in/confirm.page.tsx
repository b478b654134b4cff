import type { SecondFactorMethod } from '../../factors/factors.service.js';
import { UsernameForPasswordManager } from '../shell/components/account-fields.js';
import { CodeField, PasswordField } from '../shell/components/fields.js';
import { Buttons, Card, Content } from '../shell/components/content.js';
import { Form, ReturnTo, Submit } from '../shell/components/form.js';
import { PasskeyCard, type PasskeyPageProps } from '../shell/components/passkey-form.js';
import { usePage } from '../shell/rendering/use-page.js';

interface ConfirmPageProps extends PasskeyPageProps {
  /** The methods that replace the password; empty without a second factor. */
  methods: readonly SecondFactorMethod[];
}

export function ConfirmPage(props: ConfirmPageProps) {
  const { form, methods, passkeys, passkeyForm, returnTo } = props;
  const { t } = usePage();
  const hasFactor = methods.length > 0;
  const lead = methods.includes('totp') ? 'second_step.lead' : 'second_step.recovery';
  return (
    <Content title={t('confirm.title')} narrow>
      <PasskeyCard
        path="/console/confirm/passkey"
        label={t('second_step.passkey')}
        {...{ passkeys, passkeyForm, returnTo }}
      />
      <Card lead={t(hasFactor ? lead : 'delete_account.password')}>
        <Form
          path="/console/confirm"
          id="confirm"
          state={form}
          fields={[hasFactor ? 'code' : 'password']}
        >
          <ReturnTo value={returnTo} />
          {hasFactor ? (
            <CodeField
              accepts={methods.includes('totp') ? 'both' : 'recovery'}
              focus={!form.error && passkeys === undefined}
            />
          ) : (
            <>
              <UsernameForPasswordManager />
              <PasswordField name="password" autocomplete="current-password" focus={!form.error} />
            </>
          )}
          <Buttons cancel="/console">
            <Submit label={t('confirm.submit')} plain={passkeys !== undefined} />
          </Buttons>
        </Form>
      </Card>
    </Content>
  );
}

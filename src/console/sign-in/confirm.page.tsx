import type { SecondFactorMethod } from '../../factors/factors.service.js';
import { UsernameForPasswordManager } from '../shell/components/account-fields.js';
import { CodeField } from '../shell/components/code-field.js';
import { ButtonLink, Card, Content } from '../shell/components/content.js';
import { PasswordField } from '../shell/components/fields.js';
import { Form, Submit } from '../shell/components/form.js';
import { PasskeyCard } from '../shell/components/passkey-card.js';
import { ReturnTo } from '../shell/components/return-to.js';
import type { FormState } from '../shell/rendering/page.js';
import { usePage } from '../shell/rendering/use-page.js';

export interface ConfirmPageProps {
  form: FormState;
  /** The methods that replace the password; empty without a second factor. */
  methods: readonly SecondFactorMethod[];
  /** The WebAuthn request options, as JSON. Default: none, if the user has no passkey */
  passkeys?: string;
  /** The form of a refused passkey. */
  passkeyForm?: FormState;
  /** The page the visitor requested. */
  returnTo?: string;
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
        options={passkeys}
        refused={passkeyForm}
        returnTo={returnTo}
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
          <div class="buttons">
            <Submit label={t('confirm.submit')} plain={passkeys !== undefined} />
            <ButtonLink path="/console" label={t('form.cancel')} />
          </div>
        </Form>
      </Card>
    </Content>
  );
}

import { UsernameForPasswordManager } from '../components/account-fields.js';
import { CodeField } from '../components/code-field.js';
import { ButtonLink, Card, Content } from '../components/content.js';
import { PasswordField } from '../components/fields.js';
import { Form, Submit } from '../components/form.js';
import { ReturnTo } from '../components/return-to.js';
import type { FormState } from '../rendering/page.js';
import { usePage } from '../rendering/use-page.js';

export interface ConfirmPageProps {
  form: FormState;
  /** Whether a code is asked for, in place of the password. */
  hasFactor: boolean;
  /** The page the visitor requested. */
  returnTo?: string;
}

export function ConfirmPage({ form, hasFactor, returnTo }: ConfirmPageProps) {
  const { t } = usePage();
  const lead = t(hasFactor ? 'second_step.lead' : 'delete_account.password');
  return (
    <Content title={t('confirm.title')} narrow>
      <Card lead={lead}>
        <Form
          path="/console/confirm"
          id="confirm"
          state={form}
          fields={[hasFactor ? 'code' : 'password']}
        >
          <ReturnTo value={returnTo} />
          {hasFactor ? (
            <CodeField focus={!form.error} />
          ) : (
            <>
              <UsernameForPasswordManager />
              <PasswordField name="password" autocomplete="current-password" focus={!form.error} />
            </>
          )}
          <div class="buttons">
            <Submit label={t('confirm.submit')} />
            <ButtonLink path="/console" label={t('form.cancel')} />
          </div>
        </Form>
      </Card>
    </Content>
  );
}

import {
  AccountFact,
  NewPasswordField,
  UsernameForPasswordManager,
} from '../shell/components/account-fields.js';
import { Action, Card, Content } from '../shell/components/content.js';
import { Checkbox } from '../shell/components/fields.js';
import { Form, Submit } from '../shell/components/form.js';
import type { LinkPageProps } from './email.page.js';
import { usePage } from '../shell/rendering/use-page.js';

interface ResetPasswordProps extends LinkPageProps {
  /** Whether the link is the first proof of the address, which ends everything created before. Default: false */
  isFirstProof?: boolean;
}

export function ResetPasswordPage({ token, email, form, isFirstProof }: ResetPasswordProps) {
  const { account, t } = usePage();
  return (
    // The link may belong to another account than the signed-in one.
    <Content title={t('reset.title')} lead={t('reset.lead')} narrow bare>
      <Card lead={isFirstProof ? t('reset.first_proof') : undefined}>
        <Form
          path="/console/reset-password"
          id="reset"
          state={form}
          fields={isFirstProof ? ['new_password'] : ['new_password', 'end_application_tokens']}
        >
          <input type="hidden" name="token" value={token} />
          <AccountFact email={email} />
          <UsernameForPasswordManager email={email} />
          <NewPasswordField name="new_password" focus={!form.error} />
          {!isFirstProof && (
            <Checkbox name="end_application_tokens" hint={t('hint.end_application_tokens')} />
          )}
          <Submit label={t('reset.submit')} />
        </Form>
      </Card>
      {account && (
        <div class="beside">
          <Action path="/console/sign-out" label={t('layout.sign_out')} look="quiet" />
        </div>
      )}
    </Content>
  );
}

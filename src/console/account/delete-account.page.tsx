import { ConfirmingPasswordField } from '../shell/components/account-fields.js';
import { ButtonLink, Card, Content } from '../shell/components/content.js';
import { Form, Submit } from '../shell/components/form.js';
import type { FormState } from '../shell/rendering/page.js';
import { usePage } from '../shell/rendering/use-page.js';

export interface DeleteAccountPageProps {
  form: FormState;
}

export function DeleteAccountPage({ form }: DeleteAccountPageProps) {
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
          <ConfirmingPasswordField />
          <div class="buttons">
            <Submit label={t('delete_account.submit')} danger />
            <ButtonLink path="/console/account" label={t('form.cancel')} />
          </div>
        </Form>
      </Card>
    </Content>
  );
}

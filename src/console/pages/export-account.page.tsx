import { ConfirmingPasswordField } from '../components/account-fields.js';
import { ButtonLink, Card, Content } from '../components/content.js';
import { Form, Submit } from '../components/form.js';
import type { FormState } from '../rendering/page.js';
import { usePage } from '../rendering/use-page.js';

export interface ExportAccountPageProps {
  form: FormState;
}

export function ExportAccountPage({ form }: ExportAccountPageProps) {
  const { t } = usePage();
  return (
    <Content title={t('export_account.title')} section="account" narrow>
      <Card lead={t('export_account.lead')}>
        <Form path="/console/account/export" id="export-account" state={form} fields={['password']}>
          <ConfirmingPasswordField />
          <div class="buttons">
            <Submit label={t('export_account.submit')} />
            <ButtonLink path="/console/account" label={t('form.cancel')} />
          </div>
        </Form>
      </Card>
    </Content>
  );
}

import { Card, Content } from '../components/content.js';
import { TextField } from '../components/fields.js';
import { PasskeyForm } from '../components/passkey-form.js';
import type { FormState } from '../rendering/page.js';
import { usePage } from '../rendering/use-page.js';

export interface AddPasskeyPageProps {
  form: FormState;
  /** The options for the browser, as JSON. */
  options: string;
}

export function AddPasskeyPage({ form, options }: AddPasskeyPageProps) {
  const { t } = usePage();
  return (
    <Content title={t('security.passkey_add')} section="security" narrow>
      <Card lead={t('security.passkeys_lead')}>
        <PasskeyForm
          path="/console/security/passkeys"
          id="add-passkey"
          nameLabel="security.passkey_name"
          state={form}
          fields={['name']}
          options={options}
          creates
          cancel="/console/security"
          label={t('security.passkey_add')}
        >
          <TextField name="name" />
        </PasskeyForm>
      </Card>
    </Content>
  );
}

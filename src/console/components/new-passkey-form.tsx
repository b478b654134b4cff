import type { ComponentChildren } from 'preact';
import type { FormState } from '../rendering/page.js';
import { usePage } from '../rendering/use-page.js';
import { TextField } from './fields.js';
import { PasskeyForm } from './passkey-form.js';

export interface NewPasskeyFormProps {
  /** The path it is posted to, below the prefix of the host. */
  path: string;
  form: FormState;
  /** The options for the browser, as JSON. */
  options: string;
  /** The page to go back to. */
  cancel?: string;
  /** Hidden fields. */
  children?: ComponentChildren;
}

/** Names and creates a passkey. */
export function NewPasskeyForm({ form, children, ...props }: NewPasskeyFormProps) {
  const { t } = usePage();
  return (
    <PasskeyForm
      id="add-passkey"
      nameLabel="security.passkey_name"
      state={form}
      fields={['name']}
      creates
      label={t('security.passkey_add')}
      {...props}
    >
      {children}
      <TextField name="name" />
    </PasskeyForm>
  );
}

import type { ComponentChildren } from 'preact';
import type { FormState } from '../shell/rendering/page.js';
import { usePage } from '../shell/rendering/use-page.js';
import { TextField } from '../shell/components/fields.js';
import { PasskeyForm } from '../shell/components/passkey-form.js';

export interface NewPasskeyFormProps {
  /** The path that the form posts to, without the host's prefix. */
  path: string;
  form: FormState;
  /** The WebAuthn creation options, as JSON. */
  options: string;
  /** The page to go back to. */
  cancel?: string;
  /** Hidden fields. */
  children?: ComponentChildren;
}

/** A form that names and creates a passkey. */
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

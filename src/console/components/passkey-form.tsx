import type { ComponentChildren } from 'preact';
import { usePage } from '../rendering/use-page.js';
import { Form, Submit, type FormProps } from './form.js';

export interface PasskeyFormProps extends Omit<FormProps, 'children'> {
  /** Further fields. */
  children?: ComponentChildren;
  /** The options for the browser, as JSON. */
  options: string;
  /** Whether it creates a passkey. Default: it asks for one. */
  creates?: boolean;
  /** Whether the browser also offers passkeys in the field of the email address. */
  autofill?: boolean;
  label: string;
}

/** A form that sends the response of an authenticator: the script of passkeys shows it where the browser can. */
export function PasskeyForm({
  options,
  creates,
  autofill,
  label,
  children,
  ...form
}: PasskeyFormProps) {
  const { path, t } = usePage();
  return (
    <div class="passkey">
      <p class="hint">{t('security.passkey_unavailable')}</p>
      <div
        data-passkey={options}
        data-passkey-creates={creates}
        data-passkey-autofill={autofill}
        hidden
      >
        <Form {...form}>
          <input type="hidden" name="passkey" />
          {children}
          <p class="field-errors" role="status" data-passkey-failed={t('passkey_wrong')} />
          <Submit label={label} />
        </Form>
      </div>
      <script src={path('/console/assets/passkeys.js')} />
    </div>
  );
}

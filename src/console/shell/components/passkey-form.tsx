import type { ComponentChildren } from 'preact';
import { ButtonLink } from './content.js';
import { usePage } from '../rendering/use-page.js';
import { Form, Submit, type FormProps } from './form.js';
import { WithPasskeys } from './with-passkeys.js';

export interface PasskeyFormProps extends Omit<FormProps, 'children'> {
  /** Fields in addition to the hidden ones. */
  children?: ComponentChildren;
  /** The WebAuthn options, as JSON. */
  options: string;
  /** Whether the form creates a passkey. Default: it asks for an existing one */
  creates?: boolean;
  /** How long the browser also offers passkeys in the email field, in milliseconds. Default: not at all */
  autofill?: number;
  label: string;
  /** The page to go back to. */
  cancel?: string;
}

/** A form that sends an authenticator's response. The passkey script shows it if the browser supports passkeys. */
export function PasskeyForm({
  options,
  creates,
  autofill,
  label,
  cancel,
  children,
  ...form
}: PasskeyFormProps) {
  const { t } = usePage();
  return (
    <WithPasskeys
      data-passkey={options}
      data-passkey-creates={creates}
      data-passkey-autofill={autofill}
    >
      <Form {...form}>
        <input type="hidden" name="passkey" />
        {children}
        <div class="buttons">
          <Submit label={label} plain={autofill !== undefined} />
          {cancel && <ButtonLink path={cancel} label={t('form.cancel')} />}
        </div>
      </Form>
      <p
        class="field-errors"
        role="status"
        data-passkey-failed={t('passkey_wrong')}
        data-passkey-exists={t('security.passkey_exists')}
        data-passkey-declined={t('security.passkey_declined')}
        data-passkey-domain={t('security.passkey_domain')}
      />
    </WithPasskeys>
  );
}

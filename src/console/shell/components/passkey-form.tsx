import type { ComponentChildren } from 'preact';
import { usePage, type FormState } from '../rendering/use-page.js';
import { Buttons } from './content.js';
import { Form, ReturnTo, Submit, type FormProps } from './form.js';

/** The properties of a page whose form a passkey can replace. */
export interface PasskeyPageProps {
  form: FormState;
  /** The WebAuthn request options, as JSON; undefined if no passkey is requested. */
  passkeys?: string | undefined;
  /** The form of a refused passkey. */
  passkeyForm?: FormState | undefined;
  returnTo?: string | undefined;
}

interface PasskeyChoiceProps extends Omit<PasskeyPageProps, 'form'> {
  path: string;
  label: string;
  lead?: string;
  /** Separates the form from another one in the same card. */
  separator?: string;
  autofill?: number;
  cancel?: string;
  children?: ComponentChildren;
}

/** A passkey instead of another form. */
export function PasskeyChoice(props: PasskeyChoiceProps) {
  const { passkeys, passkeyForm = { values: {} }, returnTo, children, ...form } = props;
  if (passkeys === undefined) return null;
  return (
    <PasskeyForm id="passkey" fields={[]} options={passkeys} state={passkeyForm} {...form}>
      <ReturnTo value={returnTo} />
      {children}
    </PasskeyForm>
  );
}

interface PasskeyFormProps extends FormProps {
  /** The WebAuthn options, as JSON. */
  options: string;
  /** Whether the form creates a passkey. Default: it asks for an existing one */
  creates?: boolean;
  /** How long the browser also offers passkeys in the email field, in milliseconds. Default: not at all */
  autofill?: number;
  lead?: string;
  separator?: string;
  label: string;
  cancel?: string;
}

/** A form that sends an authenticator's response. The passkey script shows it if the browser supports passkeys. */
export function PasskeyForm(props: PasskeyFormProps) {
  const { options, creates, autofill, lead, separator, label, cancel, children, ...form } = props;
  const { t } = usePage();
  return (
    <WithPasskeys
      data-passkey={options}
      data-passkey-creates={creates}
      data-passkey-autofill={autofill}
    >
      {lead && <p class="lead">{lead}</p>}
      {separator && <p class="separator">{separator}</p>}
      <Form {...form}>
        <input type="hidden" name="passkey" />
        {children}
        <Buttons cancel={cancel}>
          <Submit label={label} plain={autofill !== undefined} />
        </Buttons>
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

interface WithPasskeysProps {
  children: ComponentChildren;
  [data: `data-${string}`]: unknown;
}

/** Wraps content that requires passkeys. Without browser support or scripts, the page shows a hint instead. */
export function WithPasskeys({ children, ...data }: WithPasskeysProps) {
  const { asset, t } = usePage();
  return (
    <div class="passkey">
      <p class="hint">{t('security.passkey_unavailable')}</p>
      <div {...data} data-with-passkeys hidden>
        {children}
      </div>
      <script src={asset('passkeys.js')} />
    </div>
  );
}

import type { FormState } from '../rendering/page.js';
import { Card } from './content.js';
import { PasskeyForm } from './passkey-form.js';
import { ReturnTo } from './return-to.js';

export interface PasskeyCardProps {
  /** The path that the form posts to, without the host's prefix. */
  path: string;
  label: string;
  /** The WebAuthn request options, as JSON. Without them, the card is hidden. */
  options: string | undefined;
  /** The form of a refused passkey. */
  refused: FormState | undefined;
  /** The page the visitor requested. */
  returnTo: string | undefined;
  /** How long the browser also offers passkeys in the email field, in milliseconds. Default: not at all */
  autofill?: number;
}

/** Asks for a passkey. */
export function PasskeyCard({ options, refused, returnTo, ...props }: PasskeyCardProps) {
  if (options === undefined) return null;
  const state = refused ?? { values: {} };
  return (
    <Card>
      <PasskeyForm id="passkey" fields={[]} {...{ options, state }} {...props}>
        <ReturnTo value={returnTo} />
      </PasskeyForm>
    </Card>
  );
}

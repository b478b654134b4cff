import type { FormState } from '../rendering/page.js';
import { Card } from './content.js';
import { PasskeyForm } from './passkey-form.js';
import { ReturnTo } from './return-to.js';

export interface PasskeyCardProps {
  /** The path it is posted to, below the prefix of the host. */
  path: string;
  label: string;
  /** The options for the browser to ask for a passkey, as JSON; no card without them. */
  options: string | undefined;
  /** The passkey that was refused. */
  refused: FormState | undefined;
  /** The page the visitor requested. */
  returnTo: string | undefined;
  /** For how long the browser also offers passkeys in the field of the email address, in milliseconds. Default: not at all */
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

import { TextField } from './fields.js';

/** A code of the authenticator app, or a recovery code. */
export function CodeField({ focus }: { focus?: boolean }) {
  return <TextField name="code" autocomplete="one-time-code" focus={focus} />;
}

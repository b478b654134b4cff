import { csrfFields } from '../components/action.js';
import type { FormParameters } from '../../http/input/form-body.js';
import type { PublicAddress } from '../../http/urls/public-address.js';
import { safeReturnTo } from './return-to.js';

/** A form that could not be taken: it is shown again on its page, with what was written. */
export interface KeptForm {
  /** The page on which it stood, as a path with its query. */
  readonly page: string;
  /** The id of the account to whom it was shown, and is shown again; empty before sign-in. */
  readonly reader: string;
  readonly values: FormParameters;
}

/** What is longer does not fit into a cookie: it is refused, and stands in the page one goes back to. */
const mostBytes = 2_500;

/**
 * What is kept of a form: never a password. Without a page of ours on which to show it again, nothing.
 */
export function keptForm(form: FormParameters, address: PublicAddress): KeptForm | undefined {
  const page = safeReturnTo(form.form_page, address);
  if (page === undefined) return undefined;
  const written = Object.entries(form).filter(
    ([name]) => !csrfFields.includes(name) && !name.includes('password'),
  );
  const values = Object.fromEntries(written);
  const isShort = Buffer.byteLength(JSON.stringify(values)) <= mostBytes;
  return isShort ? { page, reader: form.form_reader ?? '', values } : undefined;
}

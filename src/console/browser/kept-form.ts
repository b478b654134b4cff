import { csrfFields } from '../components/action.js';
import type { FormParameters } from '../../http/form-body.js';
import type { PublicAddress } from '../../http/public-address.js';
import { safeReturnTo } from './return-to.js';

/** A form that could not be taken: it is shown again on its page, with what was written. */
export interface KeptForm {
  /** The page on which it stood, as a path with its query. */
  readonly page: string;
  readonly values: FormParameters;
}

/** More than any form of ours; what is longer does not fit into a cookie. */
const mostCharacters = 2_500;

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
  return { page, values: JSON.stringify(values).length > mostCharacters ? {} : values };
}

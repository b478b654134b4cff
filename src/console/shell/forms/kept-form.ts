import { withoutCsrfFields } from '../components/form.js';
import type { FormParameters } from '../../../http/input/form-body.js';

/** A form that was not accepted. Its page shows it again with its values. */
export interface KeptForm {
  /** The page of the form, as a path with its query. */
  readonly page: string;
  /** The id of the account that opened the form, and that may see it again; empty before sign-in. */
  readonly reader: string;
  readonly values: FormParameters;
  /** Whether its page says that the form has expired. */
  readonly isExpired: boolean;
}

/** Fields with single-use values. */
const usedOnce: readonly string[] = ['code', 'passkey'];

/**
 * Returns the form to keep, without passwords and codes.
 *
 * @param page the page of the form
 */
export function keptForm(form: FormParameters, page: string): KeptForm {
  const written = withoutCsrfFields(form).filter(
    ([name]) => !usedOnce.includes(name) && !name.includes('password'),
  );
  return {
    page,
    reader: form.form_reader ?? '',
    values: Object.fromEntries(written),
    // A form that was sent to change the language has not expired.
    isExpired: form.language === undefined,
  };
}

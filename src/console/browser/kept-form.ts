import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { csrfFields } from '../components/action.js';
import type { FormParameters } from '../../http/input/form-body.js';

/** A form that could not be accepted: its page shows it again with its values. */
export interface KeptForm {
  /** The page of the form, as a path with its query. */
  readonly page: string;
  /** The id of the account that saw it and sees it again; empty before sign-in. */
  readonly reader: string;
  readonly values: FormParameters;
}

/** In characters of the packed values. Longer ones do not fit into a cookie, and the form is refused. */
const mostCharacters = 2_500;

/** Fields whose values work once. */
const usedOnce: readonly string[] = ['code', 'passkey'];

/**
 * The form to keep, without passwords and codes; undefined where it is too long.
 *
 * @param page that of the form
 */
export function keptForm(form: FormParameters, page: string): KeptForm | undefined {
  const written = Object.entries(form).filter(
    ([name]) =>
      !csrfFields.includes(name) && !usedOnce.includes(name) && !name.includes('password'),
  );
  const values = Object.fromEntries(written);
  return packed(values).length <= mostCharacters
    ? { page, reader: form.form_reader ?? '', values }
    : undefined;
}

/** The values as a short text for a cookie. */
export function packed(values: FormParameters): string {
  return deflateRawSync(JSON.stringify(values)).toString('base64url');
}

/** The values of such a text. */
export function unpacked(text: string): FormParameters {
  const json = inflateRawSync(Buffer.from(text, 'base64url')).toString();
  return JSON.parse(json) as FormParameters;
}

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { csrfFields } from '../components/action.js';
import type { FormParameters } from '../../../http/input/form-body.js';

/** A form that was not accepted. Its page shows it again with its values. */
export interface KeptForm {
  /** The page of the form, as a path with its query. */
  readonly page: string;
  /** The id of the account that opened the form, and that may see it again; empty before sign-in. */
  readonly reader: string;
  readonly values: FormParameters;
}

/** The maximum length of the packed values, in characters. A longer form does not fit into a cookie and is not kept. */
const maxCharacters = 2_500;

/** Fields with single-use values. */
const usedOnce: readonly string[] = ['code', 'passkey'];

/**
 * Returns the form to keep, without passwords and codes; undefined if it is too long.
 *
 * @param page the page of the form
 */
export function keptForm(form: FormParameters, page: string): KeptForm | undefined {
  const written = Object.entries(form).filter(
    ([name]) =>
      !csrfFields.includes(name) && !usedOnce.includes(name) && !name.includes('password'),
  );
  const values = Object.fromEntries(written);
  return packed(values).length <= maxCharacters
    ? { page, reader: form.form_reader ?? '', values }
    : undefined;
}

/** Compresses values for a cookie. */
export function packed(values: FormParameters): string {
  return deflateRawSync(JSON.stringify(values)).toString('base64url');
}

/** Restores the values from {@link packed}. */
export function unpacked(text: string): FormParameters {
  const json = inflateRawSync(Buffer.from(text, 'base64url')).toString();
  return JSON.parse(json) as FormParameters;
}

import { errorCodes, type ErrorCode } from '../../../errors/error-registry.js';
import { TranslatableError } from '../../../errors/translatable.error.js';
import type { FormParameters } from '../../../http/input/form-body.js';
import {
  presentErrors,
  presentViolation,
  type ChooseSentence,
} from '../../../errors/form-error.js';
import { retryHeaders } from '../../../http/headers/rate-limit.headers.js';
import { ValidationFailedError } from '../../../errors/validation-failed.error.js';
import type { MessageKey } from '../../../language/catalogues/index.js';
import type { Language } from '../../../language/language.js';
import type { PageResponse } from '../browser/page-response.js';
import type { Visitor } from '../browser/visitor.js';
import type { FormState } from '../rendering/use-page.js';

/** The sentences that tell a user what to do. The sentences of other codes do so themselves. */
const sentences: Partial<Record<ErrorCode, MessageKey>> = {
  required: 'entry.missing',
  blank: 'entry.missing',
  too_short: 'entry.too_short',
  too_long: 'entry.too_long',
  control_characters: 'entry.control_characters',
  email_invalid: 'entry.email_invalid',
  number_out_of_range: 'entry.number_out_of_range',
  // No page sends these.
  not_text: 'bad_request',
  not_boolean: 'bad_request',
  not_unicode: 'bad_request',
  not_an_object: 'bad_request',
};

/** The sentences about missing values of these fields. */
const missing: Readonly<Record<string, MessageKey>> = {
  email: 'entry.email_missing',
  password: 'entry.password_missing',
  new_password: 'entry.password_missing',
  code: 'entry.code_missing',
};

/** Chooses the sentence that a page shows next to a field. */
export const chooseEntrySentence: ChooseSentence = (code, field) => {
  const key = sentences[code] ?? code;
  return key === 'entry.missing' ? (missing[field] ?? key) : key;
};

/** A form to show again, with its values and violations. */
export interface FormRefusal {
  readonly form: FormState;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Converts an error to the violations of a form, with the values that the user entered.
 *
 * @throws the error itself if it is not about the form
 */
export function toRefusal(error: unknown, values: FormParameters, language: Language): FormRefusal {
  if (error instanceof ValidationFailedError) {
    const { form } = presentErrors(error.errors, language, chooseEntrySentence);
    return { form: { values, error: form }, status: 400, headers: {} };
  }
  if (!(error instanceof TranslatableError)) throw error;
  const { code, params } = error;
  const { status, isShownInForm } = errorCodes[code];
  if (!isShownInForm) throw error;
  return {
    form: { values, error: presentViolation({ code, params }, language).form },
    status,
    headers: retryHeaders(error, status),
  };
}

/**
 * Runs the action of a form, and counts it first if its route has `FormLimit`. If either is refused, shows the form
 * again with its values and violations.
 *
 * @param values the values that the form keeps
 * @throws every error that is not about the form
 */
export async function formAction(
  { count, language }: Pick<Visitor, 'count' | 'language'>,
  values: FormParameters,
  showAgain: (refusal: FormRefusal) => PageResponse | Promise<PageResponse>,
  action: () => Promise<PageResponse>,
): Promise<PageResponse> {
  try {
    await count?.();
    return await action();
  } catch (error) {
    return showAgain(toRefusal(error, values, language));
  }
}

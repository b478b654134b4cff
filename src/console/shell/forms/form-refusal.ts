import { errorCodes } from '../../../errors/error-registry.js';
import { TranslatableError } from '../../../errors/translatable.error.js';
import type { FormParameters } from '../../../http/input/form-body.js';
import { presentErrors, presentViolation } from '../../../errors/form-error.js';
import { retryHeaders } from '../../../http/headers/rate-limit.headers.js';
import { ValidationFailedError } from '../../../errors/validation-failed.error.js';
import type { Language } from '../../../language/language.js';
import type { FormState } from '../rendering/use-page.js';

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
    const { form } = presentErrors(error.errors, language);
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

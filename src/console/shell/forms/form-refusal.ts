import { errorCodes } from '../../../errors/error-registry.js';
import { TranslatableError } from '../../../errors/translatable.error.js';
import type { FormParameters } from '../../../http/input/form-body.js';
import { presentErrors, presentViolation } from '../../../errors/form-error.js';
import { retryHeaders } from '../../../http/headers/rate-limit.headers.js';
import { ValidationFailedError } from '../../../errors/validation-failed.error.js';
import type { Language } from '../../../language/language.js';
import type { PageResponse } from '../browser/page-response.js';
import type { Visitor } from '../browser/visitor.js';
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

import type { VNode } from 'preact';
import { render, type RenderedPage } from '../../console/shell/browser/page-response.js';
import { chooseEntrySentence } from '../../console/shell/forms/form-refusal.js';
import type { FormState } from '../../console/shell/rendering/use-page.js';
import { errorCodes } from '../../errors/error-registry.js';
import { presentErrors, presentViolation, type FormErrorBody } from '../../errors/form-error.js';
import { TranslatableError } from '../../errors/translatable.error.js';
import { ValidationFailedError } from '../../errors/validation-failed.error.js';
import { retryHeaders } from '../../http/headers/rate-limit.headers.js';
import { operatorLanguage } from './operator-texts.js';

type Values = Readonly<Record<string, string | undefined>>;

/**
 * Runs the action of a form. If it is refused, shows the form again with its values and the error. The console shows
 * only invalid input this way; an operator needs the reason for every refusal next to the form.
 *
 * @throws errors with a status from 500, and errors without a code
 */
export async function runOrShowAgain<Result>(
  values: Values,
  showAgain: (form: FormState) => VNode | Promise<VNode>,
  action: () => Promise<Result>,
): Promise<Result | RenderedPage> {
  try {
    return await action();
  } catch (error) {
    const { error: body, status } = toRefusal(error);
    const headers = retryHeaders(error, status);
    return render(await showAgain({ values, error: body }), { status, headers });
  }
}

function toRefusal(error: unknown): { error: FormErrorBody; status: number } {
  if (error instanceof ValidationFailedError) {
    const { form } = presentErrors(error.errors, operatorLanguage, chooseEntrySentence);
    return { error: form, status: 400 };
  }
  if (!(error instanceof TranslatableError)) throw error;
  const { status } = errorCodes[error.code];
  if (status >= 500) throw error;
  return { error: presentViolation(error, operatorLanguage).form, status };
}

/**
 * Runs a search and shows its results below the form.
 *
 * @param query the unvalidated query. Empty fields are ignored
 */
export function search<Found>(
  query: object,
  find: (conditions: object) => Promise<Found>,
  toPage: (form: FormState, found?: Found) => VNode | Promise<VNode>,
): Promise<RenderedPage> {
  const conditions = Object.entries(query).filter(([, value]) => value !== '');
  const values = Object.fromEntries(conditions.filter(([, value]) => typeof value === 'string'));
  return runOrShowAgain(values, toPage, async () => {
    const found = await find(Object.fromEntries(conditions));
    return render(await toPage({ values }, found));
  });
}

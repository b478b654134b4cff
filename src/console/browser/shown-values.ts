import type { FormParameters } from '../../http/input/form-body.js';

/** The hidden field of a form of settings: the values with which its page was opened, as JSON. */
export const shownField = 'shown';

/** The text of the hidden field. A form that was refused keeps the values of its first page. */
export function shownText({ [shownField]: earlier, ...values }: FormParameters): string {
  return earlier ?? JSON.stringify(values);
}

/** The values that a form has shown; none if its text is not of our pages. */
export function shownValues({ [shownField]: text = '' }: FormParameters): FormParameters {
  try {
    const values: unknown = JSON.parse(text);
    return Object.fromEntries(
      Object.entries(values ?? {}).filter(([, value]) => typeof value === 'string'),
    ) as FormParameters;
  } catch {
    return {};
  }
}

/**
 * The fields of a form that its user changed: those that differ from the values it has shown. The others may have been
 * changed in another tab since then, and stay.
 *
 * @param current the present values, for fields of which the form does not say what it has shown
 */
export function changedFields(
  { [shownField]: text, ...form }: FormParameters,
  current: FormParameters,
): FormParameters {
  const shown = { ...current, ...shownValues({ [shownField]: text }) };
  return Object.fromEntries(Object.entries(form).filter(([name, value]) => value !== shown[name]));
}

/**
 * A list as its user left it, without the entries that were removed elsewhere since they saw it, and with those that were
 * added.
 *
 * @param shown the list as the user saw it
 */
export function changedList(
  sent: readonly string[],
  shown: readonly string[],
  current: readonly string[],
): string[] {
  const kept = sent.filter((entry) => current.includes(entry) || !shown.includes(entry));
  const added = current.filter((entry) => !shown.includes(entry) && !sent.includes(entry));
  return [...kept, ...added];
}

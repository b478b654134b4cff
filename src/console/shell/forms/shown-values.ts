import type { FormParameters } from '../../../http/input/form-body.js';

/** The hidden field of a settings form. It contains the values that the page first showed, as JSON. */
export const shownField = 'shown';

/** Returns the text of the hidden field. A refused form keeps the values of its first page. */
export function shownText({ [shownField]: earlier, ...values }: FormParameters): string {
  return earlier ?? JSON.stringify(values);
}

/** Returns the values that a form has shown; empty for text that our pages did not write. */
export function shownValues({ [shownField]: text = '' }: FormParameters): FormParameters {
  try {
    const values: unknown = JSON.parse(text);
    return Object.fromEntries(
      Object.entries(values ?? {}).filter(([, value]) => typeof value === 'string'),
    );
  } catch {
    return {};
  }
}

/**
 * Returns the fields that the user changed: those that differ from the values the form showed. The others stay
 * unchanged, because another tab may have changed them in the meantime.
 *
 * @param current the current values, for fields without a shown value
 */
export function changedFields(form: FormParameters, current: FormParameters): FormParameters {
  const shown = { ...current, ...shownValues(form) };
  return Object.fromEntries(
    Object.entries(form).filter(([name, value]) => name !== shownField && value !== shown[name]),
  );
}

/**
 * Merges a list that the user edited with the current one: drops entries that were removed elsewhere in the meantime,
 * and adds new ones.
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

import type { MessageParams } from './language.js';

/** Text that cannot change the direction of the text around it. */
const plain = /^[\x20-\x7e]*$/;

/** Values for a sentence of this direction, so that each keeps a direction of its own. */
export function isolated(params: MessageParams, direction: 'ltr' | 'rtl'): MessageParams {
  const isolate = (value: string | number) =>
    typeof value === 'string' && (direction === 'rtl' || !plain.test(value))
      ? `\u2068${value}\u2069`
      : value;
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, isolate(value)]));
}

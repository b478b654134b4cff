/** Matches text that cannot change the direction of the surrounding text. */
const plain = /^[\x20-\x7e]*$/;

export function isolated(
  params: Readonly<Record<string, string | number>>,
  direction: 'ltr' | 'rtl',
): Readonly<Record<string, string | number>> {
  const isolate = (value: string | number) =>
    typeof value === 'string' && (direction === 'rtl' || !plain.test(value))
      ? `\u2068${value}\u2069`
      : value;
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, isolate(value)]));
}

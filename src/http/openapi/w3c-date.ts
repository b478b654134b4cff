/** The dates of accounts in memory, which are presented again and again. */
const formatted = new WeakMap<Date, string>();

/** `YYYY-MM-DDThh:mm:ss.sssTZD` in UTC (SPEC 9.5). */
export function w3cDate(date: Date): string {
  let text = formatted.get(date);
  if (text === undefined) {
    text = `${date.toISOString().slice(0, -1)}+00:00`;
    formatted.set(date, text);
  }
  return text;
}

export const w3cDateSchema = {
  type: 'string',
  format: 'date-time',
  minLength: 29,
  maxLength: 29,
  example: '2026-01-18T14:49:37.123+00:00',
} as const;

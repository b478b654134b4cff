const form = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/**
 * Parses a date, which stands for its start in UTC, or a time with a zone (ISO 8601). PostgreSQL may not support years
 * outside 1 to 9999.
 */
export function readTime(text: string): Date | undefined {
  const [, date] = form.exec(text) ?? [];
  const time = new Date(text);
  if (date === undefined || Number.isNaN(time.getTime())) return undefined;
  // JavaScript parses February 30 as March 2.
  if (!new Date(date).toISOString().startsWith(date)) return undefined;
  const year = time.getUTCFullYear();
  return year >= 1 && year <= 9999 ? time : undefined;
}

/**
 * The headers of a mail that a program writes: no vacation notice answers it (RFC 3834 section 5), and its readers
 * know its language.
 *
 * @param language the BCP 47 tag of its text
 */
export function automaticMailHeaders(language: string): Readonly<Record<string, string>> {
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'Content-Language': language,
  };
}

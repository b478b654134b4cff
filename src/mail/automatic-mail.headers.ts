/**
 * The headers of an automatic mail. They prevent vacation replies (RFC 3834 section 5), and tell mail programs its
 * language.
 *
 * @param language the BCP 47 tag of the text
 */
export function automaticMailHeaders(language: string): Readonly<Record<string, string>> {
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'Content-Language': language,
  };
}

import { redirectTo, type Redirect } from '../../console/shell/browser/page-response.js';
import type { MessageKey } from '../../language/catalogues/index.js';
import type { TextKey } from './operator-texts.js';

/**
 * Redirects to an operator page.
 *
 * @param notice the text that the page shows once
 * @param token the new token of the browser; null deletes it
 */
export function goTo(path: string, notice?: TextKey, token?: string | null): Redirect {
  // `operatorLanguage` also contains these texts.
  return redirectTo(path, notice as MessageKey | undefined, { token });
}

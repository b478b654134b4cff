import { languageCodes, ownLanguageName } from '../../language/language-codes.js';
import type { LanguageChoice } from '../components/account-fields.js';

let choices: readonly LanguageChoice[] | undefined;

/**
 * The languages of the application data, each by its own name, in the order of those names. Created when
 * a page first needs them: it takes as long as a few dozen modules to load.
 */
export function languageChoices(): readonly LanguageChoice[] {
  choices ??= languageCodes
    .map((code) => ({ code, name: ownLanguageName(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  return choices;
}

import { languageCodes, ownLanguageName } from '../../../language/language-codes.js';
import type { LanguageChoice } from '../components/account-fields.js';

let choices: readonly LanguageChoice[] | undefined;

/**
 * Returns the languages of the application data, each by its own name, sorted by name. The list is created on first
 * use, because it takes as long as loading a few dozen modules.
 */
export function languageChoices(): readonly LanguageChoice[] {
  choices ??= languageCodes
    .map((code) => ({ code, name: ownLanguageName(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  return choices;
}

import { languageCodes, languageTag } from '../language/language-codes.js';
import type { LanguageChoice } from './components/account-fields.js';

/** The languages of the application data, each by its own name, in the order of those names. */
export const languageChoices: readonly LanguageChoice[] = languageCodes
  .map((code) => {
    const tag = languageTag(code);
    return { code, name: new Intl.DisplayNames(tag, { type: 'language' }).of(tag)! };
  })
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

import { en } from './catalogues/en.js';
import { Language } from './language.js';

/** English with the default sentences, for responses that allow only ASCII or have no language. */
export const english = new Language('en', 'en', en);

import { en } from './catalogues/en.js';
import { Language } from './language.js';

/** English with the default sentences, used where only ASCII is allowed or no language was chosen. */
export const english = new Language('en', 'en', en);

import { en } from './catalogues/en.js';
import { Language } from './language.js';

/** English as we wrote it: where only ASCII is allowed, and where no language was chosen. */
export const english = new Language('en', 'en', en);

import { en } from './catalogues/en.js';
import { Language } from './language.js';

/** English as we wrote it: for whatever takes ASCII only, and where nobody chose a language. */
export const english = new Language('en', 'en', en);

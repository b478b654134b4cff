import { ar } from './ar.js';
import { de } from './de.js';
import { en, type Catalogue } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';

export type { Catalogue, ErrorCode, MessageKey } from './en.js';

/** The languages the service speaks, by their code in the application data. */
export const catalogues: ReadonlyMap<string, Catalogue> = new Map(
  Object.entries({ en, fr, de, es, ar }),
);

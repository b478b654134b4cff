import type { LanguageCode } from '../language-codes.js';
import type { MailCatalogue } from './en.js';

export { en as englishMails, type MailCatalogue, type MailKey } from './en.js';

const byCode: Readonly<Partial<Record<LanguageCode, () => Promise<MailCatalogue>>>> = {
  en: async () => (await import('./en.js')).en,
  de: async () => (await import('./de.js')).de,
  ar: async () => (await import('./ar.js')).ar,
};

/**
 * What loads the mails of a language, by its code in the application data. Each is loaded when the first mail is
 * written in it, because most nodes send few of them.
 */
export const mailCatalogues: ReadonlyMap<string, () => Promise<MailCatalogue>> = new Map(
  Object.entries(byCode),
);

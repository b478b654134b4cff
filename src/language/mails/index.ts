import type { LanguageCode } from '../language-codes.js';
import { en, type MailCatalogue } from './en.js';

export { en as englishMails, type MailCatalogue, type MailKey } from './en.js';

const byCode: Readonly<Record<LanguageCode, () => Promise<MailCatalogue>>> = {
  fr: async () => (await import('./fr.js')).fr,
  en: () => Promise.resolve(en),
  es: async () => (await import('./es.js')).es,
  de: async () => (await import('./de.js')).de,
  it: async () => (await import('./it.js')).it,
  pt: async () => (await import('./pt.js')).pt,
  af: async () => (await import('./af.js')).af,
  ar: async () => (await import('./ar.js')).ar,
  hy: async () => (await import('./hy.js')).hy,
  be: async () => (await import('./be.js')).be,
  bg: async () => (await import('./bg.js')).bg,
  ca: async () => (await import('./ca.js')).ca,
  zh: async () => (await import('./zh.js')).zh,
  hr: async () => (await import('./hr.js')).hr,
  cs: async () => (await import('./cs.js')).cs,
  da: async () => (await import('./da.js')).da,
  nl: async () => (await import('./nl.js')).nl,
  eo: async () => (await import('./eo.js')).eo,
  et: async () => (await import('./et.js')).et,
  fi: async () => (await import('./fi.js')).fi,
  el: async () => (await import('./el.js')).el,
  iw: async () => (await import('./iw.js')).iw,
  hu: async () => (await import('./hu.js')).hu,
  is: async () => (await import('./is.js')).is,
  ms: async () => (await import('./ms.js')).ms,
  ja: async () => (await import('./ja.js')).ja,
  ko: async () => (await import('./ko.js')).ko,
  lv: async () => (await import('./lv.js')).lv,
  lt: async () => (await import('./lt.js')).lt,
  no: async () => (await import('./no.js')).no,
  fa: async () => (await import('./fa.js')).fa,
  pl: async () => (await import('./pl.js')).pl,
  ro: async () => (await import('./ro.js')).ro,
  ru: async () => (await import('./ru.js')).ru,
  sr: async () => (await import('./sr.js')).sr,
  sk: async () => (await import('./sk.js')).sk,
  sl: async () => (await import('./sl.js')).sl,
  sw: async () => (await import('./sw.js')).sw,
  sv: async () => (await import('./sv.js')).sv,
  tl: async () => (await import('./tl.js')).tl,
  th: async () => (await import('./th.js')).th,
  tr: async () => (await import('./tr.js')).tr,
  uk: async () => (await import('./uk.js')).uk,
  vi: async () => (await import('./vi.js')).vi,
};

/**
 * Loaders of mail catalogues, by language code in the application data. The first mail in a language loads its
 * catalogue, because most nodes use only a few. English is always loaded, because a host's sentences are checked
 * against it.
 */
export const mailCatalogues: ReadonlyMap<string, () => Promise<MailCatalogue>> = new Map(
  Object.entries(byCode),
);

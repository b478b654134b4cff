/** In the order of the application data. Four codes differ from their BCP 47 tags: see {@link languageTag}. */
export const languageCodes = [
  'fr', 'en', 'es', 'de', 'it', 'pt', 'af', 'ar', 'hy', 'be', 'bg', 'ca', 'zh', 'hr', 'cs',
  'da', 'nl', 'eo', 'et', 'fi', 'el', 'iw', 'hu', 'is', 'ms', 'ja', 'ko', 'lv', 'lt', 'no',
  'fa', 'pl', 'ro', 'ru', 'sr', 'sk', 'sl', 'sw', 'sv', 'tl', 'th', 'tr', 'uk', 'vi',
] as const; // prettier-ignore

export type LanguageCode = (typeof languageCodes)[number];

const tags: Readonly<Record<string, string>> = { iw: 'he', ms: 'id', tl: 'fil', zh: 'zh-Hans' };

/** `iw` and `tl` are older codes, `ms` stands for Indonesian, and the Chinese sentences are simplified. */
export function languageTag(code: string): string {
  return tags[code] ?? code;
}

export function languageNames(tag: string): (code: string) => string {
  const names = new Intl.DisplayNames(tag, { type: 'language' });
  return (code) => names.of(new Intl.Locale(languageTag(code)).language) ?? code;
}

/** Names that differ from the Unicode data, because people write them differently. */
const ownNames: Readonly<Record<string, string>> = {
  ms: 'Bahasa Indonesia',
  no: 'Norsk bokmål',
  pt: 'Português (Brasil)',
};

export function ownLanguageName(code: string): string {
  const tag = languageTag(code);
  const name = ownNames[code] ?? new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
  const [initial = ''] = name;
  return initial.toLocaleUpperCase(tag) + name.slice(initial.length);
}

export const languageAliases: Readonly<Record<string, string>> = {
  he: 'iw',
  id: 'ms',
  in: 'ms',
  nb: 'no',
  nn: 'no',
  fil: 'tl',
};

export const rightToLeft: ReadonlySet<string> = new Set(['ar', 'fa', 'iw']);

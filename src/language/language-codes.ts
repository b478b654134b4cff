/**
 * The languages an account can choose, in the order of the application data.
 *
 * Four codes are not their BCP 47 tags: see {@link languageTag}.
 */
export const languageCodes = [
  'fr', 'en', 'es', 'de', 'it', 'pt', 'af', 'ar', 'hy', 'be', 'bg', 'ca', 'zh', 'hr', 'cs',
  'da', 'nl', 'eo', 'et', 'fi', 'el', 'iw', 'hu', 'is', 'ms', 'ja', 'ko', 'lv', 'lt', 'no',
  'fa', 'pl', 'ro', 'ru', 'sr', 'sk', 'sl', 'sw', 'sv', 'tl', 'th', 'tr', 'uk', 'vi',
] as const; // prettier-ignore

/** A code of a language that an account can choose. */
export type LanguageCode = (typeof languageCodes)[number];

const tags: Readonly<Record<string, string>> = {
  iw: 'he',
  ms: 'id',
  tl: 'fil',
  zh: 'zh-Hans',
};

/**
 * The canonical BCP 47 tag of the sentences of a code: `iw` and `tl` are older
 * names, `ms` stands for Indonesian, and Chinese is written in simplified characters.
 */
export function languageTag(code: string): string {
  return tags[code] ?? code;
}

/** The names of languages in the language of a tag. */
export function languageNames(tag: string): (code: string) => string {
  const names = new Intl.DisplayNames(tag, { type: 'language' });
  return (code) => names.of(new Intl.Locale(languageTag(code)).language)!;
}

/** Names that Unicode's data does not have as people write them. */
const ownNames: Readonly<Record<string, string>> = {
  ms: 'Bahasa Indonesia',
  no: 'Norsk bokmål',
  pt: 'Português (Brasil)',
};

/** The name of a language in itself, as a list of languages shows it. */
export function ownLanguageName(code: string): string {
  const tag = languageTag(code);
  const name = ownNames[code] ?? new Intl.DisplayNames(tag, { type: 'language' }).of(tag)!;
  const [initial = ''] = name;
  return initial.toLocaleUpperCase(tag) + name.slice(initial.length);
}

/** Primary language subtags that mean one of the codes above. */
export const languageAliases: Readonly<Record<string, string>> = {
  he: 'iw',
  id: 'ms',
  in: 'ms',
  nb: 'no',
  nn: 'no',
  fil: 'tl',
};

/** The languages that are written from right to left. */
export const rightToLeft: ReadonlySet<string> = new Set(['ar', 'fa', 'iw']);

import {
  foreignLetters,
  hasItsPluralForms,
  literals,
  parse,
  placeholders,
  technicalTerms,
} from './icu-messages.js';

/** Languages whose sentences end without a full stop. */
const withoutFullStop = new Set(['th']);

/** The texts in one language. */
export interface LanguageTexts<Key extends string> {
  readonly code: string;
  readonly texts: Readonly<Record<Key, string>>;
  readonly english: Readonly<Record<Key, string>>;
}

/** Returns the letters of a text without technical terms. */
export function findLetters(text: string, code: string): string {
  return literals(parse(text, code)).replaceAll(technicalTerms, '');
}

/** Tests the rules that texts of every kind share. */
export function testTexts<Key extends string>(
  { code, texts, english }: LanguageTexts<Key>,
  isSentence: (key: Key) => boolean,
): void {
  const keys = Object.keys(english) as Key[];

  /** Every text that fails a check. */
  const those = (isWrong: (text: string, key: Key) => boolean) =>
    keys.filter((key) => isWrong(texts[key], key)).map((key) => `${key}: ${texts[key]}`);

  it('has exactly the keys of English, in the same order', () => {
    expect(Object.keys(texts)).toEqual(keys);
  });

  it('has the same placeholders as English', () => {
    const list = (text: string, language: string) => placeholders(parse(text, language)).join();
    expect(those((text, key) => list(text, code) !== list(english[key], 'en'))).toEqual([]);
  });

  it('has exactly the plural forms of its language in each text with a count', () => {
    expect(those((text) => !hasItsPluralForms(parse(text, code), code))).toEqual([]);
  });

  it('has no text that is blank or has stray white space', () => {
    expect(those((text) => !/^\S(?:.*\S)?$/su.test(text) || / {2}|[\n\t]/.test(text))).toEqual([]);
  });

  it('ends every sentence, and only sentences, with a full stop', () => {
    const ends = (text: string) => /[^\s.][.。।։۔]$/u.test(text);
    const has = withoutFullStop.has(code) ? () => false : isSentence;
    expect(those((text, key) => ends(text) !== has(key))).toEqual([]);
  });

  it('starts every text with a capital letter if the script has them', () => {
    // The word between two ways to sign in.
    const isExcepted = (key: string) => key === 'sign_in.or';
    expect(those((text, key) => /^\p{Ll}/u.test(text) && !isExcepted(key))).toEqual([]);
  });

  it('uses typographic quotes and apostrophes, which ICU does not interpret', () => {
    expect(those((text) => /['`´"]/.test(text))).toEqual([]);
  });

  it('uses only the script of its language, except in technical terms', () => {
    const foreign = foreignLetters(code);
    expect(those((text) => foreign.test(findLetters(text, code)))).toEqual([]);
  });
}

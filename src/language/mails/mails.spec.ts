import {
  foreignLetters,
  getFormat,
  hasItsPluralForms,
  literals,
  parse,
  placeholders,
  technicalTerms,
} from '../../../test/support/icu-messages.js';
import { languageCodes } from '../language-codes.js';
import { englishMails, mailCatalogues, type MailKey } from './index.js';

/** Languages whose sentences end without a full stop. */
const withoutFullStop = new Set(['th']);

const keys = Object.keys(englishMails) as MailKey[];
const loaded = await Promise.all(
  [...mailCatalogues].map(async ([code, load]) => [code, await load()] as const),
);

it('mails exist in every language that an account can choose', () => {
  expect([...mailCatalogues.keys()]).toEqual([...languageCodes]);
});

describe.each(loaded)('the mails in %s', (code, mails) => {
  const parsed = new Map(keys.map((key) => [key, parse(mails[key], code)]));
  const findLetters = (key: MailKey) => literals(parsed.get(key)!).replaceAll(technicalTerms, '');

  /** Every text that fails a check. */
  const those = (isWrong: (text: string, key: MailKey) => boolean) =>
    keys.filter((key) => isWrong(mails[key], key)).map((key) => `${key}: ${mails[key]}`);

  it('have exactly the keys of English, in the same order', () => {
    expect(Object.keys(mails)).toEqual(keys);
  });

  it('have the same placeholders as English', () => {
    const found = (key: MailKey) => placeholders(parsed.get(key)!).join();
    const english = (key: MailKey) => placeholders(parse(englishMails[key], 'en')).join();
    expect(those((_, key) => found(key) !== english(key))).toEqual([]);
  });

  it('have exactly the plural forms of their language where they count', () => {
    expect(those((_, key) => !hasItsPluralForms(parsed.get(key)!, code))).toEqual([]);
  });

  it('can be formatted with numbers from 0 to 100', () => {
    const texts = { name: 'a', serviceName: 'b', newEmail: 'c', application: 'd' };
    for (const key of keys) {
      for (const number of [0, 1, 2, 3, 7, 11, 24, 30, 100]) {
        const numbers = Object.fromEntries(
          ['hours', 'minutes', 'codeMinutes', 'days', 'count'].map((name) => [name, number]),
        );
        expect(String(getFormat(mails[key], code).format({ ...texts, ...numbers }))).not.toMatch(
          /[{}#]/,
        );
      }
    }
  });

  it('have no text that is blank or has stray white space', () => {
    expect(those((text) => !/^\S(?:.*\S)?$/su.test(text) || / {2}|[\n\t]/.test(text))).toEqual([]);
  });

  it('end every sentence, and only sentences, with a full stop', () => {
    const isSentence = (key: MailKey) => englishMails[key].endsWith('.');
    const ends = (text: string) => /[^\s.][.。।։۔]$/u.test(text);
    const has = withoutFullStop.has(code) ? () => false : isSentence;
    expect(those((text, key) => ends(text) !== has(key))).toEqual([]);
  });

  it('start every text with a capital letter if the script has them', () => {
    expect(those((text) => /^\p{Ll}/u.test(text))).toEqual([]);
  });

  it('use typographic quotes and apostrophes, which ICU does not interpret', () => {
    expect(those((text) => /['`´"]/.test(text))).toEqual([]);
  });

  it('use only the script of their language, except in technical terms', () => {
    const foreign = foreignLetters(code);
    expect(those((_, key) => foreign.test(findLetters(key)))).toEqual([]);
  });

  it('have no text that equals the English one', () => {
    if (code === 'en') return;
    expect(those((text, key) => text === englishMails[key])).toEqual([]);
  });

  it('have subjects of at most 110 characters', () => {
    const isSubject = (key: MailKey) => key.endsWith('.subject');
    expect(those((text, key) => isSubject(key) && text.length > 110)).toEqual([]);
  });

  it('have buttons of at most 45 characters', () => {
    const isAction = (key: MailKey) => key.endsWith('.action');
    expect(those((text, key) => isAction(key) && text.length > 45)).toEqual([]);
  });
});

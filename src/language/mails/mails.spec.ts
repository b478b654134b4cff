import { getFormat } from '../../../test/support/icu-messages.js';
import { testTexts } from '../../../test/support/text-rules.js';
import { languageCodes } from '../language-codes.js';
import { englishMails, mailCatalogues, type MailKey } from './index.js';

const keys = Object.keys(englishMails) as MailKey[];
const loaded = await Promise.all(
  [...mailCatalogues].map(async ([code, load]) => [code, await load()] as const),
);

it('mails exist in every language that an account can choose', () => {
  expect([...mailCatalogues.keys()]).toEqual([...languageCodes]);
});

describe.each(loaded)('the mail catalogue of %s', (code, mails) => {
  testTexts({ code, texts: mails, english: englishMails }, (key) =>
    englishMails[key].endsWith('.'),
  );

  /** The keys with an ending whose texts are longer than the limit. */
  const longerThan = (limit: number, ending: string) =>
    keys.filter((key) => key.endsWith(ending) && mails[key].length > limit);

  it('formats every text with numbers from 0 to 100', () => {
    const texts = {
      name: 'a',
      serviceName: 'b',
      newEmail: 'c',
      application: 'd',
      browser: 'e',
      source: 'f',
    };
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

  it('has no text that equals the English one', () => {
    if (code === 'en') return;
    expect(keys.filter((key) => mails[key] === englishMails[key])).toEqual([]);
  });

  it('has subjects of at most 110 characters', () => {
    expect(longerThan(110, '.subject')).toEqual([]);
  });

  it('has buttons of at most 45 characters', () => {
    expect(longerThan(45, '.action')).toEqual([]);
  });
});

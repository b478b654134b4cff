import fc from 'fast-check';
import { languageCodes } from './language-codes.js';
import { negotiateLanguage } from './negotiation.js';

const every = new Set<string>(languageCodes);
const negotiate = (header: string) => negotiateLanguage(header, every);
const among = (header: string, ...codes: string[]) => negotiateLanguage(header, new Set(codes));

describe('language negotiation', () => {
  it.each([
    ['a single language', 'de', 'de'],
    ['any letter case', 'DE', 'de'],
    ['any letter case with a quality', 'DE;q=0.5', 'de'],
    ['no quality as quality 1', 'fr;q=1, de', 'fr'],
    ['equal qualities by choosing the first', 'fr, de', 'fr'],
    ['the highest quality', 'fr;q=0.4, de;q=0.6, es;q=0.5', 'de'],
    ['no quality as the highest', 'fr;q=0.999, de', 'de'],
    ['quality 1 as the highest', 'fr;q=0.999, de;q=1, es;q=1.000', 'de'],
    ['three decimals', 'fr;q=0.001, de;q=0.002', 'de'],
    ['a capital Q', 'fr;Q=0.1, de;Q=0.2', 'de'],
    ['a quality without decimals', 'fr;q=0., de;q=1.', 'de'],
    ['white space', ' \t fr ; q = 0.1 ,\tde;q= 0.2 ', 'de'],
    ['empty list members', ',, ,de,,', 'de'],
    ['an unavailable language by choosing the next', 'xx, de', 'de'],
  ])('handles %s', (_, header, code) => {
    expect(negotiate(header)).toBe(code);
  });

  it.each(['', ' ', ',', 'xx', 'xx, yy;q=0.5', ';', ';q=1', 'q=1'])(
    'finds nothing in "%s"',
    (header) => {
      expect(negotiate(header)).toBeUndefined();
    },
  );

  it('chooses only available languages', () => {
    expect(among('fr, de, es', 'es', 'de')).toBe('de');
    expect(among('fr')).toBeUndefined();
  });

  describe('ignores a range', () => {
    it.each([
      ['with a quality above 1', 'de;q=1.1'],
      ['with a quality of 1.001', 'de;q=1.001'],
      ['with a negative quality', 'de;q=-1'],
      ['with four decimals', 'de;q=0.1234'],
      ['with four zeros as decimals', 'de;q=1.0000'],
      ['with a quality without a digit before the point', 'de;q=.5'],
      ['with two digits before the point', 'de;q=00.5'],
      ['with an empty quality', 'de;q='],
      ['with a quality in words', 'de;q=high'],
      ['with a quality in scientific notation', 'de;q=1e-1'],
      ['with something after its quality', 'de;q=0.5x'],
      ['with something before its quality', 'de;xq=0.5'],
      ['with another parameter', 'de;level=1'],
      ['with two parameters', 'de;q=0.9;q=0.8'],
      ['with an empty parameter', 'de;'],
      ['with an underscore', 'de_AT'],
      ['with a subtag of nine characters', 'de-abcdefghi'],
      ['with a language of nine letters', 'abcdefghi'],
      ['with an empty subtag', 'de-'],
      ['with two hyphens', 'de--AT'],
      ['with a digit in the language', 'd3'],
      ['with a letter outside ASCII', 'dé'],
      ['with a space inside', 'de AT'],
      ['with a wildcard inside', 'de-*'],
      ['with something before the wildcard', 'x*'],
    ])('%s', (_, range) => {
      expect(negotiate(`${range}, fr;q=0.001`)).toBe('fr');
      expect(negotiate(range)).toBeUndefined();
    });
  });

  it('accepts language codes of one to eight letters', () => {
    expect(among('a', 'a')).toBe('a');
    expect(among('abcdefgh', 'abcdefgh')).toBe('abcdefgh');
    expect(among('abcdefghi', 'abcdefghi')).toBeUndefined();
    expect(among('-a', '-a')).toBeUndefined();
  });

  describe('a language of quality 0', () => {
    it.each(['0', '0.', '0.0', '0.00', '0.000'])(
      'is left out if the quality is written as %s',
      (zero) => {
        expect(negotiate(`de;q=${zero}`)).toBeUndefined();
        expect(negotiate(`de;q=${zero}, fr;q=0.1`)).toBe('fr');
        expect(negotiate(`de-AT, de;q=${zero}`)).toBeUndefined();
      },
    );

    it('is left out even if a longer range matches it', () => {
      expect(negotiate('de-AT, de;q=0, fr;q=0.1')).toBe('fr');
    });

    it('is left out under any of its names', () => {
      expect(negotiate('no;q=0, nb, fr;q=0.1')).toBe('fr');
      expect(negotiate('nb;q=0, no, fr;q=0.1')).toBe('fr');
    });

    it('stays available if only a region is refused', () => {
      expect(negotiate('de-AT;q=0')).toBeUndefined();
      expect(negotiate('de-AT;q=0, de')).toBe('de');
    });

    it('does not affect listed languages if it is the wildcard', () => {
      expect(negotiate('de, *;q=0')).toBe('de');
      expect(negotiate('*;q=0')).toBeUndefined();
    });
  });

  describe('a wildcard', () => {
    it('leaves the choice open if it is the only range', () =>
      expect(negotiate('*')).toBeUndefined());
    it('leaves the choice open if the other languages have a lower quality', () =>
      expect(negotiate('*, de;q=0.9')).toBeUndefined());
    it('leaves the choice open if it precedes languages of equal quality', () =>
      expect(negotiate('*;q=0.5, de;q=0.5')).toBeUndefined());
    it('yields to a language of higher quality', () =>
      expect(negotiate('*;q=0.5, de;q=0.6')).toBe('de'));
    it('leaves the choice open if it follows an unavailable language', () =>
      expect(among('de, *, fr', 'fr')).toBeUndefined());
  });

  describe('shortening a range until it names a language', () => {
    it.each([
      ['de-AT', 'de'],
      ['de-Latn-AT-1996', 'de'],
      ['zh-Hans', 'zh'],
      ['zh-Hans-HK', 'zh'],
      ['zh-CN', 'zh'],
      ['zh-SG', 'zh'],
      ['sr-Cyrl', 'sr'],
      ['sr-RS', 'sr'],
      ['pt-BR', 'pt'],
      ['es-419', 'es'],
      ['en-abcdefgh', 'en'],
      ['de-x-private', 'de'],
    ])('%s', (range, code) => {
      expect(negotiate(range)).toBe(code);
    });

    it('prefers the longest available match', () => {
      expect(among('zh-hant-tw', 'zh', 'zh-hant')).toBe('zh-hant');
    });

    it('happens before the next range is considered', () => {
      expect(negotiate('pt-BR, en')).toBe('pt');
    });

    it.each([
      ['zh-TW', 'zh'],
      ['zh-HK', 'zh'],
      ['zh-Hant-CN', 'zh'],
      ['sr-Latn', 'sr'],
      ['sr-Latn-RS', 'sr'],
      ['sr-ME', 'sr'],
      ['ms-Arab', 'ms'],
      ['fa-Latn', 'fa'],
    ])('shortens %s to %s only if nothing else is available', (range, code) => {
      expect(negotiate(range)).toBe(code);
      expect(negotiate(`xx, ${range}, yy`)).toBe(code);
      expect(negotiate(`${range}, en;q=0.1`)).toBe('en');
      expect(negotiate(`en;q=0.1, ${range}`)).toBe('en');
      expect(negotiate(`${range}, ${code};q=0.1`)).toBe(code);
      expect(negotiate(`${range}, ${code};q=0`)).toBeUndefined();
      expect(negotiate(`${range}, *;q=0.1`)).toBeUndefined();
    });

    it('chooses the best of several ranges in other scripts', () => {
      expect(negotiate('sr-Latn, zh-TW')).toBe('sr');
      expect(negotiate('sr-Latn;q=0.5, zh-TW')).toBe('zh');
    });

    it('works if the script of a tag is unknown', () => {
      expect(negotiate('zh-cmn-Hans, en')).toBe('zh');
    });

    it('never finds a code that only starts with the same letters', () => {
      expect(negotiate('den')).toBeUndefined();
      expect(negotiate('d')).toBeUndefined();
    });
  });

  describe('resolves the aliases of a language', () => {
    it.each([
      ['nb', 'no'],
      ['nn', 'no'],
      ['no', 'no'],
      ['nb-NO', 'no'],
      ['he', 'iw'],
      ['he-IL', 'iw'],
      ['iw', 'iw'],
      ['id', 'ms'],
      ['id-ID', 'ms'],
      ['in', 'ms'],
      ['ms', 'ms'],
      ['ms-MY', 'ms'],
      ['fil', 'tl'],
      ['fil-PH', 'tl'],
      ['tl', 'tl'],
    ])('%s is %s', (range, code) => {
      expect(negotiate(range)).toBe(code);
    });
  });

  it('finds every language of the application data by its code', () => {
    for (const code of languageCodes) expect(negotiate(code)).toBe(code);
  });

  describe('reads at most', () => {
    const ranges = (count: number) => Array<string>(count).fill('xx').join(',');

    it('32 ranges', () => {
      expect(negotiate(`${ranges(31)},de`)).toBe('de');
      expect(negotiate(`${ranges(32)},de`)).toBeUndefined();
    });

    it('32 ranges, counting empty ones', () => {
      expect(negotiate(`${','.repeat(31)}de`)).toBe('de');
      expect(negotiate(`${','.repeat(32)}de`)).toBeUndefined();
    });

    it('1,000 characters', () => {
      expect(negotiate('de'.padStart(1_000))).toBe('de');
      expect(negotiate('de'.padStart(1_001))).toBeUndefined();
    });

    it('1,000 characters, without a range that is cut off', () => {
      expect(negotiate(`de,${'fil'.padStart(1_100)}`)).toBe('de');
      expect(negotiate(`${' '.repeat(996)}xx,de`)).toBeUndefined();
      // Cut in the middle, these would be Finnish and a refusal of German.
      expect(negotiate('en;q=0.5,' + 'fil'.padStart(992))).toBe('en');
      expect(negotiate('de;q=0.1,' + 'de;q=0.5'.padStart(993))).toBe('de');
      expect(negotiate('de'.padStart(1_000) + ',fr')).toBe('de');
    });

    it('the beginning of hundreds of ranges', () => {
      const header = Array.from({ length: 500 }, (_, i) => `x${'abcdefgh'[i % 8]};q=0.5`).join(',');
      expect(negotiate(`de;q=0.4,${header}`)).toBe('de');
    });

    it.each(['a', ',', '-', ';', 'de,', 'de;q=0.5,', ' ', 'a-', '\t', '*,'])(
      'the beginning of a megabyte of "%s"',
      (part) => {
        const header = part.repeat(1_048_576 / part.length);
        expect(() => negotiate(header)).not.toThrow();
        expect(negotiate(`fr,${header}`)).toBe('fr');
      },
    );
  });

  it('never throws, and finds only available languages', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'de',
        'fr',
        '*',
        'de-AT',
        ';q=0.5',
        ';q=0',
        ';q=2',
        ',',
        ';',
        '-',
        ' ',
        'constructor',
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const code = negotiate(pieces.join(''));
        expect(code === undefined || every.has(code)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('chooses the language with the highest quality, and the first of equals', () => {
    const quality = fc.integer({ min: 1, max: 1_000 });
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.constantFrom(...languageCodes), quality), {
          selector: ([code]) => code,
          minLength: 1,
          maxLength: 32,
        }),
        (wanted) => {
          const header = wanted.map(([code, q]) => `${code};q=${(q / 1_000).toFixed(3)}`).join(',');
          const highest = Math.max(...wanted.map(([, q]) => q));
          expect(negotiate(header)).toBe(wanted.find(([, q]) => q === highest)![0]);
        },
      ),
    );
  });
});

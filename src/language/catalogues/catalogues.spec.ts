import { IntlMessageFormat } from 'intl-messageformat';
import { languageCodes, languageTag } from '../language-codes.js';
import { en, type Catalogue, type MessageKey } from './en.js';
import { catalogues } from './index.js';

const keys = Object.keys(en) as MessageKey[];

/** Whether a text of the console can be a label or a title, which is no sentence. */
const canBeLabel = (key: MessageKey) => key.includes('.') && !/^(?:hint|notice)\./.test(key);

/** Sentences end without a mark in these. */
const withoutFullStop = new Set(['th']);

type Element = ReturnType<IntlMessageFormat['getAst']>[number] & {
  value?: string;
  options?: Record<string, { value: Element[] }>;
};

const parse = (text: string, code: string) =>
  new IntlMessageFormat(text, languageTag(code)).getAst() as Element[];

/** Elements of a message that are no placeholders: plain text, and the number of a plural. */
const literal = 0;
const pound = 7;

/** Every placeholder of a message as `name:type`, those inside plurals too. */
function placeholders(elements: readonly Element[]): string[] {
  const found = elements.flatMap((element) => [
    ...([literal, pound].includes(element.type) ? [] : [`${element.value}:${element.type}`]),
    ...Object.values(element.options ?? {}).flatMap(({ value }) => placeholders(value)),
  ]);
  return [...new Set(found)].sort();
}

/** Every plural of a message by the forms it has. */
function plurals(elements: readonly Element[]): string[][] {
  return elements.flatMap(({ options }) => (options ? [Object.keys(options)] : []));
}

/** A sentence with all that it can say: every form of every plural. */
const spoken = (text: string) => text.replaceAll(/\{\w+, plural,|\w+ \{|[{}#]/g, '');

describe('catalogues', () => {
  it('are there for English, French, German, Spanish and Arabic at least', () => {
    expect([...catalogues.keys()]).toEqual(expect.arrayContaining(['en', 'fr', 'de', 'es', 'ar']));
  });

  it('begin with English, the language of last resort', () => {
    expect(catalogues.get('en')).toBe(en);
    expect([...catalogues.keys()][0]).toBe('en');
  });

  it('are for languages of the application data', () => {
    for (const code of catalogues.keys()) expect(languageCodes).toContain(code);
  });

  it.each([...catalogues])('%s has the keys of English and no others', (_, catalogue) => {
    expect(Object.keys(catalogue).sort()).toEqual([...keys].sort());
  });

  describe.each([...catalogues])('%s', (code, catalogue: Catalogue) => {
    it.each(keys)('says %s with the placeholders of English', (key) => {
      const text = catalogue[key];
      expect(placeholders(parse(text, code))).toEqual(placeholders(parse(en[key], 'en')));
    });

    it('has every plural form of its language where it counts', () => {
      const forms = new Intl.PluralRules(languageTag(code)).resolvedOptions().pluralCategories;
      for (const key of keys) {
        for (const plural of plurals(parse(catalogue[key], code))) {
          // Millions, which French and Spanish tell apart, are never counted here.
          const needed = forms.filter(
            (form) => form !== 'many' || !['es', 'fr', 'it', 'pt', 'ca'].includes(code),
          );
          expect({ key, forms: plural }).toEqual({ key, forms: expect.arrayContaining(needed) });
        }
      }
    });

    it('can say everything with numbers of any size', () => {
      for (const key of keys) {
        const names = placeholders(parse(en[key], 'en')).map((each) => each.split(':')[0]!);
        const texts = Object.fromEntries(names.map((name) => [name, 'abc']));
        for (const number of [0, 1, 2, 3, 5, 11, 21, 100, 1_024]) {
          const params = { min: number, max: number, seconds: number };
          const format = new IntlMessageFormat(catalogue[key], languageTag(code));
          const said = String(format.format({ ...texts, ...params }));
          expect(said).not.toMatch(/[{}#]/);
        }
      }
    });

    it('has no sentence that is blank, or with stray white space', () => {
      for (const key of keys) {
        expect({ key, text: catalogue[key] }).toEqual({
          key,
          text: expect.stringMatching(/^\S(?:.*\S)?$/su),
        });
        expect({ key, text: catalogue[key] }).not.toEqual({
          key,
          text: expect.stringMatching(/ {2}|[\n\t]/),
        });
      }
    });

    it('ends every sentence as a sentence ends', () => {
      if (withoutFullStop.has(code)) return;
      for (const key of keys) {
        if (canBeLabel(key)) continue;
        expect({ key, text: catalogue[key] }).toEqual({
          key,
          text: expect.stringMatching(/[^\s.][.。।։۔]$/u),
        });
      }
    });

    it('begins every sentence with a capital letter, where its script has those', () => {
      for (const key of keys) {
        expect({ key, text: catalogue[key] }).not.toEqual({
          key,
          text: expect.stringMatching(/^\p{Ll}/u),
        });
      }
    });

    it('writes apostrophes as in print, which are no quotes to ICU either', () => {
      for (const key of keys) {
        expect({ key, text: catalogue[key] }).not.toEqual({
          key,
          text: expect.stringMatching(/['`´]/),
        });
      }
    });
  });

  it('say no longer sentence alike in two languages', () => {
    for (const key of keys) {
      const said = [...catalogues].map(([code, catalogue]) => ({
        code,
        text: spoken(catalogue[key]),
      }));
      for (const [index, { code, text }] of said.entries()) {
        if (text.split(/\s+/).length <= 3) continue;
        const alike = said.slice(index + 1).filter((other) => other.text === text);
        expect({ key, code, alike }).toEqual({ key, code, alike: [] });
      }
    }
  });

  it('say everything differently within one language, except for labels', () => {
    for (const [code, catalogue] of catalogues) {
      const said = keys.filter((key) => !canBeLabel(key)).map((key) => catalogue[key]);
      const twice = said.filter((text, index) => said.indexOf(text) !== index);
      expect({ code, twice }).toEqual({ code, twice: [] });
    }
  });
});

import { catalogues } from './catalogues/index.js';
import { languageTag } from './language-codes.js';
import { Languages } from './languages.js';

describe('languages', () => {
  const languages = new Languages();

  it('are those that have a catalogue, in its order', () => {
    const all = [...languages.all()];
    expect(all.map(({ code }) => code)).toEqual([...catalogues.keys()]);
    for (const language of all) {
      expect(languages.get(language.code)).toBe(language);
      expect(language.tag).toBe(languageTag(language.code));
      expect(language.say('not_found')).toBe(catalogues.get(language.code)!.not_found);
    }
  });

  it('do not know others', () => {
    expect(languages.get('xx')).toBeUndefined();
    expect(languages.get('')).toBeUndefined();
  });

  it.each([
    ['what Accept-Language asks for', 'de', 'fr', 'de'],
    ['what comes next in Accept-Language', 'xx, de;q=0.5', 'fr', 'de'],
    ['the account’s language without Accept-Language', undefined, 'fr', 'fr'],
    ['the account’s language with an empty Accept-Language', '', 'fr', 'fr'],
    ['the account’s language where Accept-Language asks for no language here', 'xx', 'fr', 'fr'],
    ['the account’s language where Accept-Language takes any', '*', 'fr', 'fr'],
    ['English where there is no account', 'xx', undefined, 'en'],
    ['English where the account’s language is not spoken', undefined, 'xx', 'en'],
    ['English where nothing is asked for', undefined, undefined, 'en'],
    ['English where English is asked for', 'en', 'fr', 'en'],
  ])('choose %s', (_, header, account, code) => {
    expect(languages.choose(header, account).code).toBe(code);
    expect(languages.choose(header, account)).toBe(languages.get(code));
  });

  it('choose for every account anew, however often a header comes', () => {
    expect(languages.choose('yy', 'fr').code).toBe('fr');
    expect(languages.choose('yy', 'de').code).toBe('de');
    expect(languages.choose('es;q=0.9', 'fr').code).toBe('es');
    expect(languages.choose('es;q=0.9', 'de').code).toBe('es');
  });

  it('remember a thousand headers at most, and none that is long', () => {
    const busy = new Languages();
    const remembered = Reflect.get(busy, 'negotiated') as Map<string, unknown>;
    for (let i = 1; i <= 1_000; i++) expect(busy.choose(`de;q=0.5, x-${i}`, 'fr').code).toBe('de');
    expect(remembered.size).toBe(1_000);
    expect(busy.choose('fr, x-1001', undefined).code).toBe('fr');
    expect(remembered.size).toBe(1);

    expect(busy.choose('de'.padEnd(200), undefined).code).toBe('de');
    expect(remembered.size).toBe(2);
    expect(busy.choose('de'.padEnd(201), undefined).code).toBe('de');
    expect(remembered.size).toBe(2);
  });
});

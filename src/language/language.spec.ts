import { en, type Catalogue } from './catalogues/en.js';
import { Language } from './language.js';
import { Languages } from './languages.js';

describe('a language', () => {
  const languages = new Languages();
  const english = languages.get('en')!;

  it('renders a sentence without placeholders unchanged', () => {
    expect(english.say('not_found')).toBe('There is nothing at this URL.');
    const quoting: Catalogue = { ...en, not_found: "It''s <b>not</b> 'here'." };
    expect(new Language('en', 'en', quoting).say('not_found')).toBe("It''s <b>not</b> 'here'.");
  });

  it('uses the singular and the plural', () => {
    expect(english.say('rate_limited', { seconds: 1 })).toContain('in 1 second.');
    expect(english.say('rate_limited', { seconds: 2 })).toContain('in 2 seconds.');
    expect(languages.get('fr')!.say('rate_limited', { seconds: 1 })).toContain('1 seconde.');
    expect(languages.get('fr')!.say('rate_limited', { seconds: 2 })).toContain('2 secondes.');
  });

  it('uses its own plural rules, not those of English', () => {
    expect(english.say('rate_limited', { seconds: 0 })).toContain('0 seconds');
    expect(languages.get('fr')!.say('rate_limited', { seconds: 0 })).toContain('0 seconde.');
  });

  it.each([
    ['en', '1,024'],
    ['de', '1.024'],
    ['fr', '1\u202f024'],
    ['es', '1024'],
  ])('groups the digits of a number as is usual in %s', (code, number) => {
    expect(languages.get(code)!.say('too_long', { max: 1_024 })).toContain(` ${number} `);
  });

  it('isolates the direction of values in right-to-left languages', () => {
    const requestId = 'b93300bf-4bda';
    expect(english.say('internal_error', { requestId })).toContain(` ${requestId} `);
    for (const code of ['ar', 'fa', 'iw']) {
      const sentence = languages.get(code)!.say('internal_error', { requestId });
      expect(sentence).toContain(`\u2068${requestId}\u2069`);
    }
  });

  it('renders a sentence with the given parameters', () => {
    expect(english.say('too_short', { min: 6 })).toContain('6 characters');
    expect(english.say('too_short', { min: 15 })).toContain('15 characters');
    expect(english.say('too_long', { max: 64 })).toContain('64 characters');
  });

  it('inserts text parameters unchanged', () => {
    const odd = "<b>{x}</b> 'a' #";
    expect(english.say('internal_error', { requestId: odd })).toContain(odd);
  });

  it('compiles only sentences with placeholders, and each once', () => {
    const language = new Language('en', 'en', en);
    const compiled = Reflect.get(language, 'compiled') as Map<string, unknown>;
    language.say('rate_limited', { seconds: 1 });
    const format = compiled.get('rate_limited');
    language.say('rate_limited', { seconds: 2 });
    expect(compiled.get('rate_limited')).toBe(format);
    language.say('not_found');
    expect([...compiled.keys()]).toEqual(['rate_limited']);
  });

  it('is written from right to left only if it is Arabic, Persian or Hebrew', () => {
    const written = (direction: string) =>
      [...languages.all()].filter((each) => each.direction === direction).map(({ code }) => code);
    expect(written('rtl').sort()).toEqual(['ar', 'fa', 'iw']);
    expect(written('ltr')).toHaveLength(41);
  });

  it('renders the version range without treating versions as numbers', () => {
    const sentence = english.say('version_unsupported', { oldest: '1.8', newest: '1.20' });
    expect(sentence).toContain('from 1.8 to 1.20.');
  });
});

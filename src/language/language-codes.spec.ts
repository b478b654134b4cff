import {
  languageAliases,
  languageCodes,
  languageNames,
  ownLanguageName,
  languageTag,
  rightToLeft,
} from './language-codes.js';

describe('language codes', () => {
  it('are the 44 codes of the application data, without duplicates', () => {
    expect(languageCodes.join(' ')).toBe(
      'fr en es de it pt af ar hy be bg ca zh hr cs da nl eo et fi el iw hu is ms ja ko lv lt no ' +
        'fa pl ro ru sr sk sl sw sv tl th tr uk vi',
    );
    expect(new Set(languageCodes).size).toBe(44);
  });

  it('are their own canonical tags, except for four', () => {
    const tags = languageCodes.map(languageTag);
    expect(Intl.getCanonicalLocales(tags)).toEqual(tags);
    const others = languageCodes.filter((code) => languageTag(code) !== code);
    expect(others.map((code) => `${code} is ${languageTag(code)}`)).toEqual([
      'zh is zh-Hans',
      'iw is he',
      'ms is id',
      'tl is fil',
    ]);
  });

  it('have tags that name a language', () => {
    for (const code of languageCodes) {
      const name = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(
        languageTag(code),
      );
      expect({ code, name }).toEqual({ code, name: expect.stringMatching(/^[A-Z]/) });
    }
  });

  it('are the targets of all aliases, and not aliases themselves', () => {
    const codes: readonly string[] = languageCodes;
    for (const [alias, code] of Object.entries(languageAliases)) {
      expect(codes).toContain(code);
      expect(codes).not.toContain(alias);
    }
  });

  it('have names in other languages, which are looked up by tag', () => {
    const [english, german] = [languageNames('en'), languageNames('de')];
    expect([english('de'), german('de'), german('ms')]).toEqual([
      'German',
      'Deutsch',
      'Indonesisch',
    ]);
    expect([english('zh'), english('iw'), english('tl')]).toEqual([
      'Chinese',
      'Hebrew',
      'Filipino',
    ]);
  });
});

describe('the native name of a language', () => {
  it('is written in that language and starts with a capital letter', () => {
    expect(['ms', 'zh', 'pt', 'fr', 'no', 'ru'].map(ownLanguageName)).toEqual([
      'Bahasa Indonesia',
      '简体中文',
      'Português (Brasil)',
      'Français',
      'Norsk bokmål',
      'Русский',
    ]);
  });
});

describe('the language aliases', () => {
  it('cover other codes for Hebrew, Indonesian, Norwegian and Filipino', () => {
    expect(languageAliases).toEqual({
      he: 'iw',
      id: 'ms',
      in: 'ms',
      nb: 'no',
      nn: 'no',
      fil: 'tl',
    });
  });
});

describe('the right-to-left languages', () => {
  it('are Arabic, Persian and Hebrew', () => {
    expect([...rightToLeft]).toEqual(['ar', 'fa', 'iw']);
  });
});

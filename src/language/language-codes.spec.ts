import {
  languageAliases,
  languageCodes,
  languageNames,
  ownLanguageName,
  languageTag,
  rightToLeft,
} from './language-codes.js';

describe('language codes', () => {
  it('are the 44 of the application data, each once, of two letters', () => {
    expect(languageCodes.join(' ')).toBe(
      'fr en es de it pt af ar hy be bg ca zh hr cs da nl eo et fi el iw hu is ms ja ko lv lt no ' +
        'fa pl ro ru sr sk sl sw sv tl th tr uk vi',
    );
    expect(new Set(languageCodes).size).toBe(44);
  });

  it('have canonical tags, their own but for four', () => {
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

  it('all have tags that name a language', () => {
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

  it('have names in every language, under their tags', () => {
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

describe('the name of a language in itself', () => {
  it('is as its people write it, with a capital at the start', () => {
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

describe('the aliases of a language', () => {
  it('are those that browsers send for the three old codes, and the two kinds of Norwegian', () => {
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

describe('the languages from right to left', () => {
  it('are Arabic, Persian and Hebrew', () => {
    expect([...rightToLeft]).toEqual(['ar', 'fa', 'iw']);
  });
});

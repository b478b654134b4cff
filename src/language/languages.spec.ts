import { catalogues } from './catalogues/index.js';
import { languageTag } from './language-codes.js';
import { Languages } from './languages.js';

describe('languages', () => {
  const languages = new Languages();

  it('are those with a catalogue, in the order of the catalogues', () => {
    const all = [...languages.all()];
    expect(all.map(({ code }) => code)).toEqual([...catalogues.keys()]);
    for (const language of all) {
      expect(languages.get(language.code)).toBe(language);
      expect(language.tag).toBe(languageTag(language.code));
      expect(language.say('not_found')).toBe(catalogues.get(language.code)!.not_found);
    }
  });

  it('do not include others', () => {
    expect(languages.get('xx')).toBeUndefined();
    expect(languages.get('')).toBeUndefined();
  });

  it.each([
    ['the language in Accept-Language', 'de', 'fr', 'de'],
    ['the next available language in Accept-Language', 'xx, de;q=0.5', 'fr', 'de'],
    ['the account’s language without Accept-Language', undefined, 'fr', 'fr'],
    ['the account’s language with an empty Accept-Language', '', 'fr', 'fr'],
    ['the account’s language if no language in Accept-Language is available', 'xx', 'fr', 'fr'],
    ['the account’s language if Accept-Language is a wildcard', '*', 'fr', 'fr'],
    ['English if there is no account', 'xx', undefined, 'en'],
    ['English if the account’s language is not available', undefined, 'xx', 'en'],
    ['English if no language is requested', undefined, undefined, 'en'],
    ['English if English is requested', 'en', 'fr', 'en'],
  ])('choose %s', (_, header, account, code) => {
    expect(languages.choose(header, account).code).toBe(code);
    expect(languages.choose(header, account)).toBe(languages.get(code));
  });

  it('choose for each account, even with a repeated header', () => {
    expect(languages.choose('yy', 'fr').code).toBe('fr');
    expect(languages.choose('yy', 'de').code).toBe('de');
    expect(languages.choose('es;q=0.9', 'fr').code).toBe('es');
    expect(languages.choose('es;q=0.9', 'de').code).toBe('es');
  });

  it('remember at most 1,000 headers, and none over 200 characters', () => {
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

  it('do not negotiate a remembered header again', () => {
    const busy = new Languages();
    (Reflect.get(busy, 'negotiated') as Map<string, string>).set('de', 'es');
    expect(busy.choose('de', undefined).code).toBe('es');
  });
});

describe('mail languages', () => {
  it('are those with a mail catalogue, and English for all others', async () => {
    const languages = new Languages();
    const arabic = await languages.mails('ar');
    expect([arabic.code, arabic.tag, arabic.direction]).toEqual(['ar', 'ar', 'rtl']);
    expect(arabic.say('mail.sign-up.action')).toMatch(/\p{Script=Arabic}/u);
    for (const code of ['en', 'xx', '', 'constructor']) {
      const english = await languages.mails(code);
      expect(english.tag).toBe('en');
      expect(english.say('mail.greeting', { name: 'Ada' })).toBe('Hello Ada,');
    }
  });

  it('are loaded once', async () => {
    const languages = new Languages();
    expect(await languages.mails('de')).toBe(await languages.mails('de'));
  });

  it('use valid messages of the host and reject invalid ones', async () => {
    const greeting = { 'mail.greeting': 'Moin {name}!' };
    const languages = new Languages({ de: greeting });
    const say = async (code: string) =>
      (await languages.mails(code)).say('mail.greeting', { name: 'Ada' });
    expect(await say('de')).toBe('Moin Ada!');
    expect(await say('en')).toBe('Hello Ada,');
    expect((await languages.mails('de')).say('mail.sign-up-taken.action')).toBe('Anmelden');
    const wrong = { 'mail.greeting': 'Moin {names}!' };
    expect(() => new Languages({ de: wrong })).toThrow(
      /^The message "mail.greeting" in "de" cannot be used: /,
    );
    const unknown: Record<string, string> = { 'mail.greetings': 'Moin!' };
    expect(() => new Languages({ de: unknown })).toThrow('There is no message "mail.greetings".');
  });
});

describe('messages of the host', () => {
  const said = (messages: Record<string, Record<string, string>>) => () => new Languages(messages);

  it('replace the built-in messages in their language only', () => {
    const languages = new Languages({
      de: { not_found: 'Nix da.', too_long: 'Höchstens {max}.' },
      fr: { not_found: 'Rien.' },
    });
    expect(languages.get('de')!.say('not_found')).toBe('Nix da.');
    expect(languages.get('de')!.say('too_long', { max: 5 })).toBe('Höchstens 5.');
    expect(languages.get('de')!.say('blank')).toBe(catalogues.get('de')!.blank);
    expect(languages.get('fr')!.say('not_found')).toBe('Rien.');
    expect(languages.get('en')!.say('not_found')).toBe(catalogues.get('en')!.not_found);
  });

  it('may use all placeholders of the built-in message, with plural forms, or none', () => {
    const rate_limited = '{seconds, plural, one {A second} other {# seconds}}.';
    const version_unsupported = '{newest} to {oldest}';
    const languages = new Languages({ en: { rate_limited, version_unsupported } });
    expect(languages.get('en')!.say('rate_limited', { seconds: 2 })).toBe('2 seconds.');
    expect(said({ en: { rate_limited: 'Later.' } })).not.toThrow();
  });

  it('must be in an available language', () => {
    expect(said({ xx: { not_found: 'x' } })).toThrow(RangeError);
    expect(said({ xx: {} })).toThrow('There are no messages in the language "xx".');
  });

  it.each(['found_not', 'constructor'])('must have a known key, not %s', (key) => {
    expect(said({ de: { [key]: 'x' } })).toThrow(RangeError);
    expect(said({ de: { [key]: 'x' } })).toThrow(`There is no message "${key}".`);
  });

  it.each([
    ['is not valid ICU MessageFormat', 'too_long', 'Up to {max'],
    ['has an unknown placeholder', 'too_long', 'Up to {most}.'],
    ['has a placeholder where the built-in message has none', 'not_found', 'Nothing at {address}.'],
  ])('are rejected at startup if one %s', (_, key, text) => {
    const refused = `The message "${key}" in "de" cannot be used: `;
    const error = thrownBy(said({ de: { blank: 'Leer.', [key]: text } }));
    expect(error).toBeInstanceOf(RangeError);
    expect(error.cause).toBeInstanceOf(Error);
    expect(error.message).toBe(refused + (error.cause as Error).message);
  });
});

function thrownBy(action: () => unknown): Error {
  try {
    action();
  } catch (error) {
    return error as Error;
  }
  throw new Error('Nothing was thrown.');
}

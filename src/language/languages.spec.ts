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

  it('negotiate no header again that they remember', () => {
    const busy = new Languages();
    (Reflect.get(busy, 'negotiated') as Map<string, string>).set('de', 'es');
    expect(busy.choose('de', undefined).code).toBe('es');
  });
});

describe('languages of mails', () => {
  it('are those that have a catalogue of mails, and English for all others', async () => {
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

  it('have the sentences of a host in the place of ours', async () => {
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

describe('sentences of a host', () => {
  const said = (messages: Record<string, Record<string, string>>) => () => new Languages(messages);

  it('stand in the place of ours, in their language alone', () => {
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

  it('may have all the places that ours has, in plural forms too, or none', () => {
    const rate_limited = '{seconds, plural, one {A second} other {# seconds}}.';
    const version_unsupported = '{newest} to {oldest}';
    const languages = new Languages({ en: { rate_limited, version_unsupported } });
    expect(languages.get('en')!.say('rate_limited', { seconds: 2 })).toBe('2 seconds.');
    expect(said({ en: { rate_limited: 'Later.' } })).not.toThrow();
  });

  it('are of a language there is', () => {
    expect(said({ xx: { not_found: 'x' } })).toThrow(RangeError);
    expect(said({ xx: {} })).toThrow('There are no messages in the language "xx".');
  });

  it.each(['found_not', 'constructor'])('are of a key there is, not %s', (key) => {
    expect(said({ de: { [key]: 'x' } })).toThrow(RangeError);
    expect(said({ de: { [key]: 'x' } })).toThrow(`There is no message "${key}".`);
  });

  it.each([
    ['is no ICU MessageFormat', 'too_long', 'Up to {max'],
    ['has a place that ours has not', 'too_long', 'Up to {most}.'],
    ['has a place where ours has none', 'not_found', 'Nothing at {address}.'],
  ])('are refused at the start where one %s', (_, key, text) => {
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

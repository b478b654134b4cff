import { catalogues } from './catalogues/index.js';
import { languageTag } from './language-codes.js';
import { findMessageProblems, Languages } from './languages.js';

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
    const find = (text: object) => findMessageProblems({ de: text }, 'messages');
    expect(find({ 'mail.greeting': 'Moin {names}!' })).toEqual([
      expect.stringMatching(/^messages.de\["mail.greeting"\] cannot be used: /),
    ]);
    expect(find({ 'mail.greetings': 'Moin!' })).toEqual([
      'messages.de["mail.greetings"] is unknown',
    ]);
  });
});

describe('messages of the host', () => {
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
  });

  it('keep the built-in message for an undefined one', () => {
    const languages = new Languages({ de: { not_found: undefined }, fr: undefined! });
    expect(languages.get('de')!.say('not_found')).toBe(catalogues.get('de')!.not_found);
    expect(languages.get('fr')!.say('not_found')).toBe(catalogues.get('fr')!.not_found);
  });
});

describe('findMessageProblems', () => {
  const find = (messages: unknown) => findMessageProblems(messages, 'messages');

  it.each([[undefined], [{}], [{ de: {} }], [{ de: undefined }], [{ de: { blank: undefined } }]])(
    'finds none in %j',
    (messages) => {
      expect(find(messages)).toEqual([]);
    },
  );

  it('accepts plural forms, and a message without placeholders', () => {
    const rate_limited = '{seconds, plural, one {A second} other {# seconds}}.';
    expect(find({ en: { rate_limited }, de: { rate_limited: 'Später.' } })).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['messages must be an object with sentences by language and key', 'Hello'],
    ['messages must be an object with sentences by language and key', null],
    ['messages must be an object with sentences by language and key', [{ blank: 'Leer.' }]],
    ['messages.xx is unknown: it must be one of the languages of the module', { xx: {} }],
    [
      'messages["de-AT"] is unknown: it must be one of the languages of the module, here de',
      { 'de-AT': {} },
    ],
    [
      'messages["pt-BR"] is unknown: it must be one of the languages of the module, here pt',
      { 'pt-BR': {} },
    ],
    [
      'messages.zh_CN is unknown: it must be one of the languages of the module, here zh',
      { zh_CN: {} },
    ],
    ['messages.he is unknown: it must be one of the languages of the module, here iw', { he: {} }],
    ['messages.de must be an object with sentences by key', { de: 'Leer.' }],
    ['messages.de must be an object with sentences by key', { de: null }],
    ['messages.de.found_not is unknown', { de: { found_not: 'Leer.' } }],
    ['messages.de.constructor is unknown', { de: { constructor: 'Leer.' } }],
    ['messages.de.blank must be text', { de: { blank: 5 } }],
    ['messages.de.blank must be text', { de: { blank: null } }],
    ['messages.de.blank must be text', { de: { blank: { text: 'Leer.' } } }],
    ['messages.de.too_long cannot be used: ', { de: { too_long: 'Up to {max' } }],
    ['messages.de.too_long cannot be used: ', { de: { too_long: 'Up to {most}.' } }],
    ['messages.de.not_found cannot be used: ', { de: { not_found: 'Nothing at {address}.' } }],
  ])('finds: %s', (problem, messages) => {
    expect(find(messages)).toEqual([expect.stringContaining(problem)]);
  });

  it('finds all problems', () => {
    expect(find({ xx: {}, de: { blank: 5, nothing: 'x' } })).toHaveLength(3);
  });
});

import { createHash } from 'node:crypto';
import { ApplicationDataCatalogue, frequencies } from './application-data.js';
import { languageCodes } from './language-codes.js';
import { Languages } from './languages.js';

describe('application data', () => {
  const languages = new Languages();
  const catalogue = new ApplicationDataCatalogue(languages);
  const dataIn = (code: string) => catalogue.in(languages.get(code)!);

  it('lists every alert language under its code, in order from 0', () => {
    const { alert_languages } = dataIn('en').body;
    expect(Object.keys(alert_languages)).toEqual([...languageCodes]);
    for (const [index, code] of languageCodes.entries()) {
      expect(alert_languages[code]).toEqual({ code, name: expect.any(String), order: index });
    }
    expect(alert_languages.fr!.order).toBe(0);
    expect(alert_languages.vi!.order).toBe(43);
  });

  it.each([
    ['en', 'de', 'German'],
    ['de', 'de', 'Deutsch'],
    ['fr', 'de', 'allemand'],
    ['es', 'de', 'alemán'],
    ['en', 'iw', 'Hebrew'],
    ['en', 'ms', 'Indonesian'],
    ['de', 'ms', 'Indonesisch'],
    ['en', 'no', 'Norwegian'],
  ])(
    'names alert languages in the language of the response: in %s %s is %s',
    (answer, code, name) => {
      expect(dataIn(answer).body.alert_languages[code]!.name).toBe(name);
    },
  );

  it('gives every alert language a unique name', () => {
    for (const language of languages.all()) {
      const names = Object.values(catalogue.in(language).body.alert_languages).map(
        ({ name }) => name,
      );
      expect(new Set(names).size).toBe(languageCodes.length);
      for (const code of languageCodes) expect(names).not.toContain(code);
    }
  });

  it('lists the message languages by their native names', () => {
    for (const { code } of languages.all()) {
      const { app_languages } = dataIn(code).body;
      expect(Object.keys(app_languages)).toEqual(
        [...languages.all()].map((language) => language.code),
      );
      expect(app_languages).toMatchObject({
        en: { name: 'English' },
        fr: { name: 'Français' },
        de: { name: 'Deutsch' },
        es: { name: 'Español' },
      });
    }
  });

  it('lists the notification frequencies', () => {
    expect(dataIn('en').body).toMatchObject(frequencies);
    expect(frequencies).toEqual({
      default_email_notification_frequencies: ['daily', 'weekly', 'never'],
      default_desktop_notification_frequencies: ['instantly', '5min', 'hourly', 'never'],
      default_push_notification_frequencies: ['instantly', '5min', 'hourly', 'never'],
      default_trending_email_notification_frequencies: ['occasionally', 'often', 'never'],
    });
  });

  it('contains nothing else', () => {
    expect(Object.keys(dataIn('en').body)).toEqual([
      'alert_languages',
      'app_languages',
      ...Object.keys(frequencies),
    ]);
  });

  it('has an entity tag that is a digest of its representation', () => {
    const { body, tag } = dataIn('en');
    const digest = createHash('sha256').update(JSON.stringify(body)).digest('base64url');
    expect(tag).toBe(digest.slice(0, 22));
  });

  it('has a different entity tag for each language, the same from every instance', () => {
    const all = [...languages.all()];
    const etags = all.map((language) => catalogue.in(language).tag);
    expect(new Set(etags).size).toBe(all.length);
    const again = new Languages();
    const restored = new ApplicationDataCatalogue(again);
    expect([...again.all()].map((language) => restored.in(language).tag)).toEqual(etags);
  });

  it('is built once per language', () => {
    expect(dataIn('fr')).toBe(dataIn('fr'));
  });
});

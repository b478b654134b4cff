import { Ajv } from 'ajv';
import { readFileSync } from 'node:fs';
import { inlinedDocument } from '../support/inlined-document.js';
import type { RawAnswer } from './raw-response.js';
import type { Member, Route } from './routes.js';

interface DocumentedAnswer {
  readonly headers?: Readonly<Record<string, { required?: boolean; schema: any }>>;
  readonly content?: { 'application/json': { schema: any } };
}

/** A route and its documented responses. */
export interface DocumentedRoute extends Route {
  readonly answers: ReadonlyMap<number, DocumentedAnswer>;
}

const committed = JSON.parse(
  readFileSync(new URL('./openapi.json', import.meta.resolve('#package.json')), 'utf8'),
);

/** A copy of openapi.json whose objects allow no undocumented properties. */
const document = JSON.parse(JSON.stringify(inlinedDocument(committed)), (_, value) => {
  if (value?.$ref) return { ...value, $ref: `openapi.json${value.$ref}` };
  return value?.properties ? { additionalProperties: false, ...value } : value;
});
const { schemas } = document.components;

const ajv = new Ajv({ strict: false, validateFormats: false });
ajv.addSchema(document, 'openapi.json');

export const documentedRoutes: readonly DocumentedRoute[] = Object.entries<any>(
  document.paths,
).flatMap(([path, item]) =>
  Object.entries<any>(item).map(([method, { requestBody, responses }]) => ({
    method: method.toUpperCase(),
    path: path.replaceAll(/\{\w+\}/g, '{id}'),
    ...takenBy(requestBody),
    answers: new Map(
      Object.entries<any>(responses).map(([status, answer]) => [Number(status), answer]),
    ),
  })),
);

function takenBy(requestBody: any): Pick<Route, 'takes' | 'members'> {
  const [content] = Object.entries<any>(requestBody?.content ?? {});
  if (!content) return { members: [] };
  const [type, { schema }] = content;
  return { takes: type.endsWith('json') ? 'json' : 'form', members: getMembers(schema) };
}

function getMembers(schema: any): Member[] {
  return Object.entries<any>(getSchema(schema).properties).map(([name, member]) => ({
    name,
    example: getExample(member),
  }));
}

function getExample(schema: any): unknown {
  const { example, type, enum: values, properties } = getSchema(schema);
  if (example !== undefined) return example;
  if (properties)
    return Object.fromEntries(getMembers(schema).map((each) => [each.name, each.example]));
  return values?.[0] ?? (type === 'boolean' ? true : 'text');
}

function getSchema(schema: any): any {
  const { $ref = schema.allOf?.[0].$ref } = schema;
  return $ref ? schemas[$ref.split('/').at(-1)] : schema;
}

const patterns = documentedRoutes.map((route) => ({ route, pattern: getPattern(route.path) }));

/** Returns the operations of a path, by method. */
export function documentedAt(path: string): ReadonlyMap<string, DocumentedRoute> {
  const found = patterns.filter(({ pattern }) => pattern.test(path));
  return new Map(found.map(({ route }) => [route.method, route]));
}

function getPattern(path: string): RegExp {
  const literals = path.split('{id}').map((part) => part.replaceAll(/[^\w/]/g, '\\$&'));
  return new RegExp(`^${literals.join('[^/]+')}/?$`);
}

/** @throws Error if a response differs from its documentation */
export function assertDocumented({ headers = {}, content }: DocumentedAnswer, answer: RawAnswer) {
  for (const [name, { required, schema }] of Object.entries(headers)) {
    const text = answer.headers.get(name.toLowerCase());
    if (text === undefined && required) throw new Error(`it has no ${name}`);
    if (text !== undefined) assertSchema(schema, schema.type === 'integer' ? Number(text) : text);
  }
  if (content && answer.body.length > 0) {
    assertSchema(content['application/json'].schema, JSON.parse(answer.body.toString()));
  }
}

/** @throws Error if a body does not have this error form */
export function assertError(answer: unknown, form: 'Error' | 'ValidationError'): void {
  assertSchema(schemas[`Accounts${form}`], answer);
}

function assertSchema(schema: any, value: unknown): void {
  if (!ajv.validate(schema, value)) throw new Error(`it is not as documented: ${ajv.errorsText()}`);
}

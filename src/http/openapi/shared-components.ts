import { STATUS_CODES } from 'node:http';

/** An OpenAPI 3 document, such as `SwaggerModule.createDocument` returns. */
export interface OpenApiDocument {
  /** Path Items by path. */
  paths: object;
  /** Components by kind and name. */
  components?: object;
}

type Values = Record<string, unknown>;

interface Response {
  headers?: Values;
  content?: Record<string, { schema?: { $ref?: string }; examples?: Values }>;
}

interface Operation {
  tags?: string[];
  parameters?: { name?: string }[];
  responses?: Record<string, Response>;
}

interface Use {
  readonly kind: 'headers' | 'examples' | 'parameters' | 'responses';
  readonly holder: object;
  readonly key: string;
  readonly name: string;
  readonly qualifiers: readonly string[];
}

type Group = [Use, ...Use[]];

const componentName = /^[\w.-]+$/;

/**
 * Shrinks a document: headers, examples, parameters and responses that several operations share become components
 * (OpenAPI 3.0 section 4.7.7).
 * A response is named after its only example (`RateLimited`), on success after its schema, otherwise after its status
 * (`Unauthorized`). If different values share a name, a prefix distinguishes them (`Applications-Forbidden`), or they
 * stay inline. Returns a copy.
 */
export function shareComponents<Document extends OpenApiDocument>(document: Document): Document {
  const copy = structuredClone(document);
  const operations: Operation[] = Object.values(copy.paths).flatMap((path) => Object.values(path));
  const uses = operations.flatMap((operation) => [...usesIn(operation)]);
  const components: Record<string, Values> = { ...copy.components };
  // Responses come last, when references have replaced their parts.
  for (const kind of ['headers', 'examples', 'parameters', 'responses'] as const) {
    const sameKind = uses.filter((use) => use.kind === kind);
    const shared = share(sameKind, components[kind]);
    if (Object.keys(shared).length > 0) components[kind] = shared;
  }
  return { ...copy, components };
}

function share(uses: readonly Use[], before: Values = {}): Values {
  const components = { ...before };
  const repeated = groupByValue(uses).filter(({ length }) => length > 1);
  for (const group of repeated) {
    const [{ kind, name }] = group;
    const rivals = repeated.filter((other) => other !== group && other[0].name === name);
    const component = rivals.length > 0 ? toQualifier(group, rivals) + name : name;
    if (component in components || !componentName.test(component)) continue;
    components[component] = readValue(group[0]);
    for (const { holder, key } of group) {
      Reflect.set(holder, key, { $ref: `#/components/${kind}/${component}` });
    }
  }
  return components;
}

function groupByValue(uses: readonly Use[]): Group[] {
  const groups = new Map<string, Group>();
  for (const use of uses) {
    const value = readValue(use);
    if ('$ref' in value) continue;
    const identity = JSON.stringify([use.name, value]);
    const group = groups.get(identity);
    if (group) group.push(use);
    else groups.set(identity, [use]);
  }
  return [...groups.values()];
}

function readValue({ holder, key }: Use): object {
  return Reflect.get(holder, key);
}

function toQualifier(group: Group, rivals: readonly Group[]): string {
  const isCommon = (qualifier: string, uses: readonly Use[]) =>
    uses.every(({ qualifiers }) => qualifiers.includes(qualifier));
  const own = group[0].qualifiers.find(
    (each) => isCommon(each, group) && !rivals.some((rival) => isCommon(each, rival)),
  );
  return own ? `${pascalCase(own)}-` : '';
}

function* usesIn({ tags = [], parameters = [], responses = {} }: Operation): Generator<Use> {
  const countUses = (kind: Use['kind'], holder: object = {}, qualifiers = tags) =>
    Object.entries(holder).map(([key, value]) => ({
      kind,
      holder,
      key,
      name: toName(kind, key, value),
      qualifiers,
    }));
  yield* countUses('parameters', parameters);
  for (const use of countUses('responses', responses)) {
    const examples = findExamples(readValue(use));
    yield { ...use, qualifiers: [...tags, ...examples.slice(-1), examples.join(' ')] };
  }
  for (const [status, { headers, content = {} }] of Object.entries(responses)) {
    const qualifiers = [...tags, toPhrase(status)];
    yield* countUses('headers', headers, qualifiers);
    for (const { examples } of Object.values(content))
      yield* countUses('examples', examples, qualifiers);
  }
}

function toName(kind: Use['kind'], key: string, value: { name?: string } & Response): string {
  if (kind === 'parameters') return pascalCase(value.name ?? '');
  return kind === 'responses' ? nameResponse(key, value) : key;
}

function findExamples({ content = {} }: Response): string[] {
  return Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples));
}

function nameResponse(status: string, response: Response): string {
  const [example, ...others] = findExamples(response);
  if (example && others.length === 0) return pascalCase(example);
  const [{ schema } = {}] = Object.values(response.content ?? {});
  const schemaName = schema?.$ref?.split('/').at(-1);
  return Number(status) < 400 && schemaName ? schemaName : toPhrase(status);
}

function toPhrase(status: string): string {
  return pascalCase(STATUS_CODES[status] ?? status);
}

function pascalCase(words: string): string {
  return words.replaceAll(
    /[^a-z0-9]*([a-z0-9]+)/gi,
    (_, word: string) => word.charAt(0).toUpperCase() + word.slice(1),
  );
}

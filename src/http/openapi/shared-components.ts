import { STATUS_CODES } from 'node:http';

/** A description of OpenAPI 3, such as `SwaggerModule.createDocument` returns. */
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

/** A value at a place in an operation where OpenAPI also takes a reference to a component. */
interface Use {
  readonly kind: 'headers' | 'examples' | 'parameters' | 'responses';
  readonly holder: object;
  readonly key: string;
  readonly name: string;
  /** What may stand before the name, in this order, where other values have the same. */
  readonly qualifiers: readonly string[];
}

const componentName = /^[\w.-]+$/;

/**
 * The same description in fewer bytes: headers, examples, parameters and responses that more than one
 * operation has become components, to which the operations refer (OpenAPI 3.0 section 4.7.7).
 *
 * A response is named by its only example (`RateLimited`), on success by its schema, otherwise by its
 * status (`Unauthorized`); the others have names already. Different values of one name are told apart by
 * the tag, status, last example or all examples that belong to one of them alone (`Applications-Forbidden`). A
 * value for which no name is left stays where it is.
 *
 * @returns a copy, in which the components that were there keep their names
 */
export function shareComponents<Document extends OpenApiDocument>(document: Document): Document {
  const copy = structuredClone(document);
  const operations: Operation[] = Object.values(copy.paths).flatMap((path) => Object.values(path));
  const uses = operations.flatMap((operation) => [...usesIn(operation)]);
  const components: Record<string, Values> = { ...copy.components };
  // Responses come last: by then what they consist of is a reference.
  for (const kind of ['headers', 'examples', 'parameters', 'responses'] as const) {
    const ofKind = uses.filter((use) => use.kind === kind);
    const shared = share(ofKind, components[kind]);
    if (Object.keys(shared).length > 0) components[kind] = shared;
  }
  return { ...copy, components };
}

/** Replaces what repeats by references. Returns the components they refer to, beside those of before. */
function share(uses: readonly Use[], before: Values = {}): Values {
  const components = { ...before };
  const repeated = groupByValue(uses).filter(({ length }) => length > 1);
  for (const group of repeated) {
    const { kind, name } = group[0]!;
    const rivals = repeated.filter((other) => other !== group && other[0]!.name === name);
    const component = rivals.length > 0 ? qualifierOf(group, rivals) + name : name;
    if (component in components || !componentName.test(component)) continue;
    components[component] = valueOf(group[0]!);
    for (const { holder, key } of group) {
      Reflect.set(holder, key, { $ref: `#/components/${kind}/${component}` });
    }
  }
  return components;
}

/** Uses of the same name and value; what refers to a component already is none. */
function groupByValue(uses: readonly Use[]): Use[][] {
  const groups = new Map<string, Use[]>();
  for (const use of uses) {
    const value = valueOf(use);
    if ('$ref' in value) continue;
    const identity = JSON.stringify([use.name, value]);
    const group = groups.get(identity);
    if (group) group.push(use);
    else groups.set(identity, [use]);
  }
  return [...groups.values()];
}

function valueOf({ holder, key }: Use): object {
  return Reflect.get(holder, key) as object;
}

/** What all uses of a value have in common, and those of no other value of its name. */
function qualifierOf(group: readonly Use[], rivals: readonly (readonly Use[])[]): string {
  const isCommon = (qualifier: string, uses: readonly Use[]) =>
    uses.every(({ qualifiers }) => qualifiers.includes(qualifier));
  const own = group[0]!.qualifiers.find(
    (each) => isCommon(each, group) && !rivals.some((rival) => isCommon(each, rival)),
  );
  return own ? `${pascalCase(own)}-` : '';
}

function* usesIn({ tags = [], parameters = [], responses = {} }: Operation): Generator<Use> {
  const usesOf = (kind: Use['kind'], holder: object = {}, qualifiers = tags) =>
    Object.entries(holder).map(([key, value]) => ({
      kind,
      holder,
      key,
      name: nameOf(kind, key, value),
      qualifiers,
    }));
  yield* usesOf('parameters', parameters);
  for (const use of usesOf('responses', responses)) {
    const examples = examplesOf(responses[use.key]!);
    yield { ...use, qualifiers: [...tags, ...examples.slice(-1), examples.join(' ')] };
  }
  for (const [status, { headers, content = {} }] of Object.entries(responses)) {
    const qualifiers = [...tags, phraseOf(status)];
    yield* usesOf('headers', headers, qualifiers);
    for (const { examples } of Object.values(content))
      yield* usesOf('examples', examples, qualifiers);
  }
}

function nameOf(kind: Use['kind'], key: string, value: { name?: string } & Response): string {
  if (kind === 'parameters') return pascalCase(value.name ?? '');
  return kind === 'responses' ? nameOfResponse(key, value) : key;
}

function examplesOf({ content = {} }: Response): string[] {
  return Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples));
}

function nameOfResponse(status: string, response: Response): string {
  const [example, ...others] = examplesOf(response);
  if (example && others.length === 0) return pascalCase(example);
  const [{ schema } = {}] = Object.values(response.content ?? {});
  const schemaName = schema?.$ref?.split('/').at(-1);
  return Number(status) < 400 && schemaName ? schemaName : phraseOf(status);
}

function phraseOf(status: string): string {
  return pascalCase(STATUS_CODES[status] ?? status);
}

function pascalCase(words: string): string {
  return words.replaceAll(
    /[^a-z0-9]*([a-z0-9]+)/gi,
    (_, word: string) => word[0]!.toUpperCase() + word.slice(1),
  );
}

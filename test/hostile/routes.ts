import { readFileSync } from 'node:fs';

/** Something a body can have, with a value that is fine. */
export interface Member {
  readonly name: string;
  readonly example: unknown;
}

/** A method of an address, with what it takes. */
export interface Route {
  readonly method: string;
  /** With `{id}` where any segment can stand. */
  readonly path: string;
  readonly takes?: 'json' | 'form';
  readonly members: readonly Member[];
}

/** A route of openapi.json, which also says how it may answer. */
export interface DocumentedRoute extends Route {
  readonly statuses: ReadonlySet<number>;
}

const document = JSON.parse(
  readFileSync(new URL('./openapi.json', import.meta.resolve('#package.json')), 'utf8'),
);
const schemas = document.components.schemas;

/** Every code that an `error` can be. */
export const errorNames: ReadonlySet<string> = new Set(schemas.AccountsError.properties.error.enum);

export const documentedRoutes: readonly DocumentedRoute[] = Object.entries<any>(
  document.paths,
).flatMap(([path, item]) =>
  Object.entries<any>(item).map(([method, { requestBody, responses }]) => ({
    method: method.toUpperCase(),
    path,
    ...takenBy(requestBody),
    statuses: new Set(Object.keys(responses).map(Number)),
  })),
);

function takenBy(requestBody: any): Pick<Route, 'takes' | 'members'> {
  const [content] = Object.entries<any>(requestBody?.content ?? {});
  if (!content) return { members: [] };
  const [type, { schema }] = content;
  return { takes: type.endsWith('json') ? 'json' : 'form', members: membersOf(schema) };
}

function membersOf(schema: any): Member[] {
  return Object.entries<any>(schemaOf(schema).properties).map(([name, member]) => ({
    name,
    example: exampleOf(member),
  }));
}

function exampleOf(schema: any): unknown {
  const { example, type, enum: values, properties } = schemaOf(schema);
  if (example !== undefined) return example;
  if (properties)
    return Object.fromEntries(membersOf(schema).map((each) => [each.name, each.example]));
  return values?.[0] ?? (type === 'boolean' ? true : 'text');
}

function schemaOf(schema: any): any {
  const { $ref = schema.allOf?.[0].$ref } = schema;
  return $ref ? schemas[$ref.split('/').at(-1)] : schema;
}

/** A page, with the fields of its form. */
const page = (line: string, fields: Record<string, string> = {}): Route => {
  const [method = '', path = ''] = line.split(' ');
  const members = Object.entries({ csrf_token: '{csrf}', ...fields });
  return method === 'POST'
    ? {
        method,
        path,
        takes: 'form',
        members: members.map(([name, example]) => ({ name, example })),
      }
    : { method, path, members: [] };
};

const authorization = {
  response_type: 'code',
  client_id: '{client}',
  redirect_uri: 'https://app.example/callback',
  scope: 'account:read',
  state: 'a state',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
};
const application = {
  name: 'Difference Engine',
  redirect_uris: 'https://app.example/callback',
  api_version: '1.13',
  require_pkce: 'true',
};

/** What openapi.json does not speak of: for people. */
export const pageRoutes: readonly Route[] = [
  page('GET /'),
  page('GET /console'),
  page('GET /console/sign-in'),
  page('POST /console/sign-in', { email: 'x', password: 'x', return_to: '/console/account' }),
  page('GET /console/sign-up'),
  page('POST /console/sign-up', {
    name: 'Ada',
    email: 'not an address',
    password: 'analytical engine 1843',
    language_code: 'en',
    return_to: '/console/account',
  }),
  page('POST /console/sign-out', { return_to: '/console/account' }),
  page('GET /console/account'),
  page('POST /console/account', {
    name: 'Ada',
    email: '{email}',
    language_code: 'en',
    phone: '(202) 358-0001',
    default_notification_phone: '+12023580001',
  }),
  page('POST /console/account/password', {
    old_password: 'wrong 1',
    new_password: 'bernoulli numbers 7',
    end_application_tokens: 'true',
  }),
  page('GET /console/account/delete'),
  page('POST /console/account/delete', { password: 'wrong 1' }),
  page('GET /console/applications'),
  page('GET /console/applications/new'),
  page('POST /console/applications', { ...application, public: 'true' }),
  page('GET /console/applications/{id}'),
  page('POST /console/applications/{id}', application),
  page('POST /console/applications/{id}/token/reveal'),
  page('POST /console/applications/{id}/token/regenerate'),
  page('POST /console/applications/{id}/token/revoke'),
  page('POST /console/applications/{id}/secret'),
  page('GET /console/applications/{id}/delete'),
  page('POST /console/applications/{id}/delete'),
  page('GET /console/grants'),
  page('POST /console/grants/{id}/revoke'),
  page('GET /console/sessions'),
  page('POST /console/sessions/{id}/end'),
  page('POST /console/sessions/end-others'),
  page('GET /console/assets/console.css'),
  page('GET /console/assets/{id}'),
  page(`GET /oauth/authorize?${decodeURI(`${new URLSearchParams(authorization)}`)}`),
  page('GET /oauth/authorize'),
  page('POST /oauth/authorize', { ...authorization, decision: 'allow' }),
  page('GET /docs'),
  page('GET /docs/'),
  page('GET /docs/swagger-ui.css'),
  page('GET /docs/{id}'),
  page('GET /docs-json'),
  page('GET /docs-yaml'),
];

const patterns = documentedRoutes.map((route) => ({ route, pattern: patternOf(route.path) }));

/** The documented routes that a path is of, by method. */
export function documentedAt(path: string): ReadonlyMap<string, DocumentedRoute> {
  const found = patterns.filter(({ pattern }) => pattern.test(path));
  return new Map(found.map(({ route }) => [route.method, route]));
}

function patternOf(path: string): RegExp {
  const literals = path.split('{id}').map((part) => part.replaceAll(/[^\w/]/g, '\\$&'));
  return new RegExp(`^${literals.join('[^/]+')}/?$`);
}

import type { HostileRequest } from './exchange.js';
import type { RawAnswer } from './raw.answer.js';
import { documentedAt, errorNames } from './routes.js';

/** Signs of the inside, which no generator writes. */
const inside = [
  /prisma/i,
  /node_modules/,
  /\bat .{1,200}\.[jt]sx?:\d+/,
  /file:\/\//,
  /"public"\./,
  /SQLSTATE|pg_catalog/,
  /\$argon2/,
  new RegExp(process.cwd().replaceAll(/\W/g, '\\$&')),
];

/** What Node and Fastify answer, on behalf of the service, to what is no HTTP. */
const parserRefusals = /^(?:\{"error":"[\w ]+","message":"[\w ]+","statusCode":4\d\d\})?$/;

/** A letter written as its number, or a fragment, which no client sends. */
const disguised = /^[^?]*(?:#|%(?:4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a]))/i;

const isDocs = (path: string) => /^\/docs\b/.test(path);
const isPage = (path: string) => /^\/(?:console|oauth\/authorize)(?:\/|$)/.test(path);
const isOAuth = (path: string) => /^\/oauth\/(?:token|revoke|introspect)\/?$/.test(path);

/** What every answer keeps to, whatever was said. @throws Error naming what it does not */
export function assertHarmless({ status, headers, body }: RawAnswer): void {
  assert(status >= 200 && status < 500, `the status is ${status}`);
  assert(!headers.has('x-powered-by'), 'it says what it is made of');
  // Swagger UI is made of JavaScript of others.
  if (/javascript|css/.test(headers.get('content-type') ?? '')) return;
  const text = body.toString();
  const sign = inside.find((each) => each.test(text));
  assert(!sign, `it shows the inside: ${sign}`);
  const isIdentified = /^[\w.:-]{1,128}$/.test(headers.get('x-request-id') ?? '');
  assert(isIdentified || parserRefusals.test(text), 'it has no X-Request-Id');
}

/** What an answer to a request keeps to. @throws Error naming what it does not */
export function assertAnswers(request: HostileRequest, answer: RawAnswer): void {
  assertHarmless(answer);
  const { status, headers, body } = answer;
  // What such an address is the same as is for routers to say.
  if (!request.target.startsWith('/') || disguised.test(request.target)) return;
  const path = request.target.split('?', 1)[0]!;
  assert(isAllowed(request, path, status), `the status is ${status}`);
  // Node answers in the name of the service what is no request to it.
  if (!headers.has('x-request-id')) return;
  if (status < 400) {
    if (path.startsWith('/api/')) assertDescribed(answer);
    if (isPage(path) && body.length > 0 && !path.includes('/assets')) assertPage(answer);
  } else if (isPage(path)) {
    assertPage(answer, request.method);
  } else if (!isDocs(path)) {
    assertDescribed(answer);
    if (request.method !== 'HEAD') assertError(answer, isOAuth(path));
  }
}

/** Refusals that come before anybody looks at where a request goes. */
function isEarly({ body, headers }: HostileRequest, status: number): boolean {
  if (status === 413) return body !== undefined;
  // Fastify reads even where there is no body what type it would be of.
  if (status === 415) return headers.some(([name]) => /^content-type$/i.test(name));
  return [400, 417, 431].includes(status);
}

function isAllowed(request: HostileRequest, path: string, status: number): boolean {
  const { method } = request;
  const documented = documentedAt(path);
  if (documented.size === 0 || isEarly(request, status)) return true;
  const route = documented.get(method === 'HEAD' ? 'GET' : method);
  return route ? route.statuses.has(status) : status === 405;
}

/** What the API says of each of its answers. */
function assertDescribed({ headers }: RawAnswer): void {
  assert(/^1\.\d+$/.test(headers.get('content-version') ?? ''), 'it has no Content-Version');
  assert(
    headers.get('vary')?.includes('Accept-Version, Accept-Language'),
    'it does not say what it varies by',
  );
  assert(/^(?:en|fr|de|es|ar)$/.test(headers.get('content-language') ?? ''), 'it has no language');
}

function assertError({ status, headers, body }: RawAnswer, isOAuth: boolean): void {
  assert(/^application\/json\b/.test(headers.get('content-type') ?? ''), 'it is no JSON');
  const answer = JSON.parse(body.toString());
  if (status === 400 && !isOAuth) return assertForm(answer);
  const { error, error_description: description, ...others } = answer;
  assert(errorNames.has(error), `it has an error of another name: ${error}`);
  assert(isSentence(description), 'it does not describe its error');
  assert(Object.keys(others).length === 0, 'it has more than an error');
  // RFC 6749 section 5.2.
  if (isOAuth && status < 413) assert(/^[\x20-\x7e]+$/.test(description), 'it is not in English');
  if (status === 401) assert(headers.has('www-authenticate'), 'it has no challenge');
  if (status === 405) assert(headers.has('allow'), 'it does not say what is allowed');
}

function assertForm({ form, ...others }: any): void {
  assert(Object.keys(others).length === 0, 'it has more than a form');
  assert(isObject(form?.children), 'it has no form with children');
  assertFormNode(form);
}

function assertFormNode({ errors, children = {}, ...others }: any): void {
  assert(Object.keys(others).length === 0, 'its form has more than errors and children');
  const isSaid = errors === undefined || (Array.isArray(errors) && errors.every(isSentence));
  assert(isSaid && errors?.length !== 0, 'its errors are no sentences');
  assert(isObject(children), 'its children are no object');
  for (const [name, child] of Object.entries(children)) {
    assert(/^[a-z_]+$/.test(name) && !name.startsWith('_'), `it has a child of the name ${name}`);
    assertFormNode(child);
  }
}

/** That nothing on a page came from who looks at it, but text. */
function assertPage({ headers, body }: RawAnswer, method = 'GET'): void {
  assert(headers.get('content-type') === 'text/html; charset=utf-8', 'it is no page');
  assert(headers.get('content-security-policy')?.startsWith("default-src 'none'"), 'it has no policy');
  if (method === 'HEAD') return;
  const html = body.toString();
  const scripts = [...html.matchAll(/<script[^>]*>/gi)].map(([tag]) => tag);
  const isOurs = (tag: string) => /^<script src="\/console\/assets\/console\.js" defer[^<]*>$/.test(tag);
  assert(scripts.length === 1 && scripts.every(isOurs), `it has scripts: ${scripts.join()}`);
  const tags = html.replaceAll(/="[^"]*"/g, '=""');
  assert(!/<[^>]+\son\w+\s*=/i.test(tags), 'it has an element that does something');
  assert(!/<(?:iframe|object|embed|base|img|style)\b/i.test(tags), 'it has an element of others');
  assert(!/(?:href|src|action|formaction)="\s*(?:javascript|data|\/\/)/i.test(html), 'it leads away');
}

const members = [
  ...['id', 'name', 'email', 'language_code', 'created_at', 'updated_at'],
  ...['grouped_email_notification', 'default_email_notification_frequency'],
  ...['default_desktop_notification_frequency', 'default_push_notification_frequency'],
  ...['default_trending_email_notification_frequency', 'permissions', 'email_subscriptions'],
];

/** An account as SPEC 2.1 has it, its texts within what SPEC 2.2 allows. */
export function assertAccount(answer: any): void {
  const { account, _links, ...others } = answer;
  assert(Object.keys(others).length === 0, 'it has more than an account');
  assert(Object.keys(account).join() === members.join(), `it has ${Object.keys(account).join()}`);
  assert(_links.self.href === `/api/accounts/${account.id}`, 'it has no link to itself');
  const { name, email } = account;
  for (const [text, min] of [
    [name, 1],
    [email, 2],
  ] as const) {
    assert(!/[\p{Cc}\p{Cs}]/u.test(text), `it has characters that are none: ${JSON.stringify(text)}`);
    assert([...text].length >= min && [...text].length <= 255, `it is too long or short: ${text}`);
  }
  assert(name.trim() === name, 'it has white space around its name');
  assert(/^[a-z]{2}$/.test(account.language_code), 'it has no language');
}

function isSentence(text: unknown): boolean {
  return typeof text === 'string' && /\p{L}/u.test(text);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function assert(condition: unknown, otherwise: string): asserts condition {
  if (!condition) throw new Error(otherwise);
}

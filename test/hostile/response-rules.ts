import { assertDocumented, assertError, documentedAt, type DocumentedRoute } from './openapi.js';
import type { HostileRequest } from './message.js';
import type { RawAnswer } from './raw-response.js';

/** Patterns that reveal internals of the service. No generator produces them. */
const internals = [
  /prisma/i,
  /node_modules/,
  /\bat .{1,200}\.[jt]sx?:\d+/,
  /"public"\./,
  /SQLSTATE|pg_catalog/,
  /\$argon2/,
  new RegExp(process.cwd().replaceAll(/\W/g, '\\$&')),
];

/** The bodies of refusals of malformed HTTP, which have no request id. Fastify's differ from the others. */
const parserRefusals =
  /^(?:\{"error":"[\w ]+","message":"[\w ]+","statusCode":4\d\d\}|\{"form":\{"errors":\["[\w .]+"\],"codes":\["bad_request"\],"children":\{\}\}\}|\{"error":"\w+","error_description":"[\w .]+"\})?$/;

/** A percent-encoded letter, or a fragment. Clients send neither. */
const disguised = /^[^?]*(?:#|%(?:4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a]))/i;

const isDocs = (path: string) => /^\/docs\b/.test(path);
const isPage = (path: string) => /^\/(?:console|oauth\/authorize|oauth\/logout)(?:\/|$)/.test(path);
const isOAuth = (path: string) => /^\/oauth\/(?:token|revoke|introspect)\/?$/.test(path);

/** Checks the rules for responses to any bytes. @throws Error naming the broken rule */
export function assertSafe({ status, headers, body }: RawAnswer): void {
  assert(status >= 200 && status < 500, `the status is ${status}`);
  assert(!headers.has('x-powered-by'), 'it says what it is made of');
  // Swagger UI consists of third-party scripts and styles.
  if (/javascript|css/.test(headers.get('content-type') ?? '')) return;
  const text = body.toString();
  const shown = internals.find((each) => each.test(text));
  assert(!shown, `it shows the inside: ${shown}`);
  const isIdentified = /^[\w.:-]{1,128}$/.test(headers.get('x-request-id') ?? '');
  assert(isIdentified || parserRefusals.test(text), 'it has no X-Request-Id');
}

/** Checks the rules for responses to requests. @throws Error naming the broken rule */
export function assertAnswers(request: HostileRequest, answer: RawAnswer): void {
  assertSafe(answer);
  // Routers may treat such a target as another path.
  if (!request.target.startsWith('/') || disguised.test(request.target)) return;
  const { status, headers, body } = answer;
  const { method } = request;
  const path = request.target.split('?', 1)[0]!;
  const routes = documentedAt(path);
  assert(isAllowed(request, routes, status), `the status is ${status}`);
  // Node.js itself responds to malformed requests, without a request id.
  if (!headers.has('x-request-id')) return;
  const documented = getRoute(routes, method)?.answers.get(status);
  if (documented) assertDocumented(documented, answer);
  if (isPage(path)) {
    const isOurs = status >= 400 || (body.length > 0 && !path.includes('/assets'));
    if (isOurs) assertPage(answer, method);
  } else if (status >= 400 && !isDocs(path)) {
    assertRefusal(answer, method, isOAuth(path));
  }
}

function getRoute(routes: ReadonlyMap<string, DocumentedRoute>, method: string) {
  return routes.get(method === 'HEAD' ? 'GET' : method);
}

/** Returns whether a request can be refused with this status before it is routed. */
function isEarly({ body, headers }: HostileRequest, status: number): boolean {
  if (status === 413) return body !== undefined;
  // After an ignored upgrade, Node.js stops in the middle of an overlong head.
  if (status === 408) return headers.some(([, value]) => value.length > 16_000);
  // Fastify checks the content type even if there is no body.
  if (status === 415) return headers.some(([name]) => /^content-type$/i.test(name));
  return [400, 417, 431].includes(status);
}

function isAllowed(
  request: HostileRequest,
  routes: ReadonlyMap<string, DocumentedRoute>,
  status: number,
): boolean {
  if (routes.size === 0 || isEarly(request, status)) return true;
  const route = getRoute(routes, request.method);
  return route ? route.answers.has(status) : status === 405;
}

/** Checks that an error has a documented form, even if no route documents it. */
function assertRefusal({ status, headers, body }: RawAnswer, method: string, isOAuth: boolean) {
  assert(/^application\/json\b/.test(headers.get('content-type') ?? ''), 'it is no JSON');
  assert(/^1\.\d+$/.test(headers.get('content-version') ?? ''), 'it has no Content-Version');
  assert(/^(?:en|fr|de|es|ar)$/.test(headers.get('content-language') ?? ''), 'it has no language');
  assert(
    headers.get('vary')?.includes('Accept-Version, Accept-Language'),
    'it does not say what it varies by',
  );
  if (status === 401) assert(headers.has('www-authenticate'), 'it has no challenge');
  if (status === 405) assert(headers.has('allow'), 'it does not say what is allowed');
  if (method === 'HEAD') return;
  const answer = JSON.parse(body.toString(), (name, value) => {
    assert(/^(?:[a-z]+(?:_[a-z]+)*|\d*)$/.test(name), `it has a member ${name}`);
    return value;
  });
  if (status === 400 && !isOAuth) return assertError(answer, 'ValidationError');
  assertError(answer, 'Error');
  // Only these refusals belong to the protocol (RFC 6749 section 5.2).
  const isOfProtocol = isOAuth && (status === 400 || status === 401);
  const isEnglish = /^[\x20-\x7e]+$/.test(answer.error_description);
  assert(isEnglish || !isOfProtocol, 'it is not in English');
}

/** Checks that a page contains no injected markup. */
function assertPage({ headers, body }: RawAnswer, method: string): void {
  const type = headers.get('content-type');
  // An export of the account's data.
  const isFile = headers.get('content-disposition')?.startsWith('attachment; ');
  if (isFile)
    return assert(
      /^(?:application\/json|text\/csv); charset=utf-8$/.test(type!),
      'it is no export',
    );
  assert(type === 'text/html; charset=utf-8', 'it is no page');
  const policy = headers.get('content-security-policy');
  assert(policy?.startsWith("default-src 'none'"), 'it has no policy');
  if (method === 'HEAD') return;
  const html = body.toString();
  const scripts = [...html.matchAll(/<script[^>]*>/gi)].map(([tag]) => tag);
  const isOurs = (tag: string) =>
    /^<script src="\/console\/assets\/(?:console\.js\?v=[\w-]+" defer[^<]*|passkeys\.js\?v=[\w-]+")>$/.test(
      tag,
    );
  assert(scripts.length > 0 && scripts.every(isOurs), `it has scripts: ${scripts.join()}`);
  const tags = html.replaceAll(/="[^"]*"/g, '=""');
  assert(!/<[^>]+\son\w+\s*=/i.test(tags), 'it has an element that does something');
  assert(!/<(?:iframe|object|embed|base|img|style)\b/i.test(tags), 'it has an element of others');
  assert(
    !/(?:href|src|action|formaction)="\s*(?:javascript|data|\/\/)/i.test(html),
    'it leads away',
  );
}

/** Checks the rules for an account that the schema cannot express. */
export function assertAccount({ account, _links }: any): void {
  assert(_links.self.href === `/api/accounts/${account.id}`, 'it has no link to itself');
  assert(!/\p{Cs}/u.test(account.name + account.email), 'it has half a surrogate pair');
  assert(account.name.trim() === account.name, 'it has white space around its name');
}

function assert(condition: unknown, otherwise: string): asserts condition {
  if (!condition) throw new Error(otherwise);
}

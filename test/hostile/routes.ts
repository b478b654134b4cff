import { consoleFeature } from '../../src/console/console.feature.js';
import { mailFeature } from '../../src/email-flows/mail.feature.js';
import { listRoutes } from '../support/routes.js';
import { documentedAt } from './openapi.js';

/** A member of a body, with a valid value. */
export interface Member {
  readonly name: string;
  readonly example: unknown;
}

/** An operation on a path, and the input it accepts. */
export interface Route {
  readonly method: string;
  /** `{id}` stands for any segment. */
  readonly path: string;
  readonly takes?: 'json' | 'form';
  readonly members: readonly Member[];
}

/** A page for users, which openapi.json omits. */
interface PageRoute extends Route {
  /** Whether visitors need not be signed in. */
  readonly isOpen: boolean;
  readonly handler: object;
}

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
const logout = {
  client_id: '{client}',
  id_token_hint: 'x.y.z',
  post_logout_redirect_uri: 'https://app.example/callback',
  state: 'a state',
  ui_locales: 'de en',
};
const passkey = JSON.stringify({
  id: 'x',
  rawId: 'x',
  type: 'public-key',
  clientExtensionResults: {},
  response: {
    clientDataJSON: 'e30',
    attestationObject: 'oA',
    authenticatorData: 'AA',
    signature: 'AA',
  },
});
const pageAfter = { return_to: '/console/account' };

/** Example fields of the forms, and query parameters of the other pages. */
const examples: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'POST /console/sign-in': { email: 'x', password: 'x', ...pageAfter },
  'POST /console/sign-in/passkey': { passkey, ...pageAfter },
  'POST /console/sign-up': {
    name: 'Ada',
    email: 'not an address',
    password: 'analytical engine 1843',
    language_code: 'en',
    ...pageAfter,
  },
  'POST /console/language': { language: 'de' },
  'POST /console/sign-out': pageAfter,
  'POST /console/second-step': { code: '123456', ...pageAfter },
  'POST /console/second-step/passkey': { passkey, ...pageAfter },
  'POST /console/set-up-factor': { setup: '{setup}', code: '123456', ...pageAfter },
  'POST /console/set-up-factor/passkey': { passkey, name: 'Telephone', ...pageAfter },
  'POST /console/confirm': { password: 'wrong 1', code: '123456', ...pageAfter },
  'POST /console/confirm/passkey': { passkey, ...pageAfter },
  'POST /console/forgot-password': { email: '{email}' },
  'GET /console/check-mail': { to: 'x' },
  'POST /console/check-mail': { to: 'x', code: '12345678' },
  'GET /console/reset-password': { token: 'x' },
  'POST /console/reset-password': { token: 'x', new_password: 'bernoulli numbers 7' },
  'GET /console/verify-email': { token: 'x' },
  'POST /console/verify-email': { token: 'x', password: 'wrong 1', code: '123456' },
  'POST /console/account/adopt-email': { email: '{email}' },
  'GET /console/adopt-email': { token: 'x' },
  'POST /console/adopt-email': { token: 'x' },
  'POST /console/check-mail/sign-up': { to: 'x' },
  'GET /console/confirm-sign-up': { token: 'x' },
  'POST /console/confirm-sign-up': { token: 'x', password: 'analytical engine 1843' },
  'POST /console/sign-up-again': {
    token: 'x',
    name: 'Ada',
    password: 'analytical engine 1843',
  },
  'GET /console/restore-email': { token: 'x' },
  'POST /console/restore-email': { token: 'x', code: '123456', passkey, release: 'true' },
  'GET /console/stop-removal': { token: 'x' },
  'POST /console/stop-removal': { token: 'x' },
  'POST /console/account': {
    name: 'Ada',
    language_code: 'en',
    phone: '(202) 358-0001',
    default_notification_phone: '+12023580001',
  },
  'POST /console/account/email': { email: '{email}', old_password: 'wrong 1' },
  'POST /console/set-up-factor/continue': pageAfter,
  'POST /console/passkey-offer': { passkey, name: 'Phone' },
  'POST /console/security/password': {
    old_password: 'wrong 1',
    new_password: 'bernoulli numbers 7',
    end_application_tokens: 'true',
  },
  'POST /console/account/delete': { password: 'wrong 1' },
  'POST /console/notifications': {
    default_email_notification_frequency: 'weekly',
    default_desktop_notification_frequency: 'never',
    default_push_notification_frequency: '5min',
    default_trending_email_notification_frequency: 'often',
    grouped_email_notification: 'true',
    email_subscriptions: 'true',
  },
  'GET /console/activity': { about: 'sessions' },
  'POST /console/applications': { ...application, public: 'true' },
  'POST /console/applications/{id}': application,
  'POST /console/applications/{id}/secret': { keep_previous_days: '7' },
  'POST /console/applications/{id}/tokens': {
    name: 'Report',
    scope: 'account:read',
    expires_in_days: '90',
  },
  'POST /console/security/authenticator': { setup: '{setup}', code: '123456' },
  'POST /console/security/passkeys': { passkey, name: 'Telephone' },
  'POST /console/security/passkeys/{id}': { name: 'Telephone' },
  'GET /oauth/authorize': authorization,
  'GET /oauth/logout': logout,
  'POST /oauth/logout': logout,
  'POST /oauth/authorize': { ...authorization, decision: 'allow' },
};

/** The pages of the console and of mails. A new page is in one of these features. */
const handled = [consoleFeature, mailFeature]
  .flatMap(({ controllers }) => controllers.flatMap(listRoutes))
  .filter(({ method, path }) => !documentedAt(path).has(method));

const lines = handled.map(({ method, path }) => `${method} ${path}`);
const stray = Object.keys(examples).filter((line) => !lines.includes(line));
if (stray.length > 0) throw new Error(`There are examples, but no pages: ${stray.join()}`);

const consolePages = handled.map(({ method, path, isOpen, handler }): PageRoute => {
  const example = examples[`${method} ${path}`] ?? {};
  if (method !== 'POST') {
    // Placeholders must not be encoded.
    const query = decodeURI(`${new URLSearchParams(example)}`);
    return { method, path: query ? `${path}?${query}` : path, isOpen, handler, members: [] };
  }
  const fields = Object.entries({ csrf_token: '{csrf}', ...example });
  const members = fields.map(([name, value]) => ({ name, example: value }));
  return { method, path, isOpen, handler, takes: 'form', members };
});

export const consoleForms = consolePages.filter(({ takes }) => takes === 'form');

const otherPaths = [
  '/',
  '/oauth/authorize',
  '/console/assets/{id}',
  ...['/docs', '/docs/', '/docs/swagger-ui.css', '/docs/{id}', '/docs-json'],
];

export const pageRoutes: readonly Route[] = [
  ...consolePages,
  ...otherPaths.map((path) => ({ method: 'GET', path, members: [] })),
];

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

/** Returns the route of a page, with the fields of its form. */
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

/** The pages for users, which openapi.json omits. */
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
  page('POST /console/language', { language: 'de' }),
  page('POST /console/sign-out', { return_to: '/console/account' }),
  page('GET /console/forgot-password'),
  page('POST /console/forgot-password', { email: '{email}' }),
  page('GET /console/reset-password?token=x'),
  page('POST /console/reset-password', { token: 'x', new_password: 'bernoulli numbers 7' }),
  page('GET /console/verify-email?token=x'),
  page('POST /console/verify-email', { token: 'x' }),
  page('POST /console/account/verify-email'),
  page('POST /console/account/adopt-email', { email: '{email}' }),
  page('GET /console/adopt-email?token=x'),
  page('POST /console/adopt-email', { token: 'x' }),
  page('GET /console/confirm-sign-up?token=x'),
  page('POST /console/confirm-sign-up', { token: 'x', password: 'analytical engine 1843' }),
  page('POST /console/sign-up-again', {
    token: 'x',
    name: 'Ada',
    password: 'analytical engine 1843',
  }),
  page('GET /console/restore-email?token=x'),
  page('POST /console/restore-email', { token: 'x' }),
  page('GET /.well-known/change-password'),
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
  page('GET /console/account/export'),
  page('POST /console/account/export', { password: 'wrong 1' }),
  page('GET /console/notifications'),
  page('POST /console/notifications', {
    default_email_notification_frequency: 'weekly',
    default_desktop_notification_frequency: 'never',
    default_push_notification_frequency: '5min',
    default_trending_email_notification_frequency: 'often',
    grouped_email_notification: 'true',
    email_subscriptions: 'true',
  }),
  page('GET /console/activity?about=sessions'),
  page('GET /console/activity/export'),
  page('GET /console/applications'),
  page('GET /console/applications/new'),
  page('POST /console/applications', { ...application, public: 'true' }),
  page('GET /console/applications/{id}'),
  page('POST /console/applications/{id}', application),
  page('POST /console/applications/{id}/token/reveal'),
  page('GET /console/applications/{id}/token/regenerate'),
  page('POST /console/applications/{id}/token/regenerate'),
  page('GET /console/applications/{id}/token/revoke'),
  page('POST /console/applications/{id}/token/revoke'),
  page('GET /console/applications/{id}/secret'),
  page('POST /console/applications/{id}/secret'),
  page('GET /console/applications/{id}/delete'),
  page('POST /console/applications/{id}/delete'),
  page('GET /console/grants'),
  page('GET /console/grants/{id}/revoke'),
  page('POST /console/grants/{id}/revoke'),
  page('GET /console/sessions'),
  page('GET /console/sessions/{id}/end'),
  page('POST /console/sessions/{id}/end'),
  page('GET /console/sessions/end-others'),
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
];

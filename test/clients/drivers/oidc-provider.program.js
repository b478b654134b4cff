/**
 * Runs oidc-provider, configured like the service. The arguments are a port, clients and a resource, in JSON. Users sign
 * in and consent without a page: the cookie `user` names them, and the cookie `denies` denies the consent.
 */
import { createServer } from 'node:http';
import Provider, { errors, interactionPolicy } from 'oidc-provider';

const [port, clients, resource] = process.argv.slice(2).map((argument) => JSON.parse(argument));
const policy = interactionPolicy.base();
policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);

const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients,
  scopes: ['openid', 'offline_access', 'account:read', 'account:write'],
  claims: { email: ['email'], profile: ['name'] },
  responseTypes: ['code'],
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
  pkce: { required: (_, client) => client.require_pkce },
  extraClientMetadata: { properties: ['require_pkce'] },
  issueRefreshToken: () => true,
  rotateRefreshToken: true,
  findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` },
  // Clients on other sites send forms, which need the cookies.
  enableHttpPostMethods: true,
  cookies: { keys: ['a secret'], long: { sameSite: 'none' } },
  renderError: (context, error) => {
    context.body = error;
  },
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    introspection: {
      enabled: true,
      allowedPolicy: (_, client, token) => token.clientId === client.clientId,
    },
    pushedAuthorizationRequests: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => undefined,
      getResourceServerInfo: (_, identifier) => {
        if (identifier !== resource) throw new errors.InvalidTarget();
        return { scope: 'notes:read notes:write' };
      },
      useGrantedResource: () => true,
    },
    revocation: { enabled: true },
  },
});

async function interact(request, response) {
  const { params, session, grantId } = await provider.interactionDetails(request, response);
  const cookies = new Map(request.headers.cookie.split('; ').map((pair) => pair.split('=')));
  if (cookies.has('denies')) {
    await provider.interactionFinished(request, response, { error: 'access_denied' });
    return;
  }
  const accountId = session?.accountId ?? cookies.get('user');
  const grant =
    (grantId && (await provider.Grant.find(grantId))) ||
    new provider.Grant({ accountId, clientId: params.client_id });
  grant.addOIDCScope(params.scope);
  if (params.resource) grant.addResourceScope(params.resource, params.scope);
  await provider.interactionFinished(request, response, {
    select_account: {},
    login: { accountId },
    consent: { grantId: await grant.save() },
  });
}

const handle = provider.callback();
createServer((request, response) => {
  if (!request.url.startsWith('/interaction/')) handle(request, response);
  else interact(request, response).catch((error) => response.writeHead(500).end(String(error)));
}).listen(port, '127.0.0.1', () => console.log('Started'));

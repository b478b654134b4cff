import express from 'express';
import openid from 'express-openid-connect';

const { ISSUER, CLIENT_ID, CLIENT_SECRET, BASE_URL, PORT, SECRET } = process.env;

const app = express();
app.set('trust proxy', 'loopback');
app.use(
  openid.auth({
    issuerBaseURL: ISSUER,
    baseURL: BASE_URL,
    clientID: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    secret: SECRET,
    authRequired: false,
    idpLogout: true,
    authorizationParams: {
      response_type: 'code',
      scope: 'openid profile email account:read',
    },
  }),
);

app.get('/', ({ oidc }, response) => {
  const links = '<a href="/account">Your account</a> <a href="/logout">Sign out</a>';
  response.send(oidc.isAuthenticated() ? links : '<a href="/login">Sign in</a>');
});

app.get('/account', openid.requiresAuth(), async ({ oidc }, response) => {
  const token = await freshToken(oidc).catch(() => undefined);
  const answer = await fetch(`${ISSUER}/api/accounts/me`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  // The user has signed out of the service, or revoked the access.
  if (answer.status === 401) return response.oidc.login({ returnTo: '/account' });
  response.status(answer.status).json(await answer.json());
});

async function freshToken({ accessToken }) {
  const { access_token } = accessToken.isExpired() ? await accessToken.refresh() : accessToken;
  return access_token;
}

app.listen(PORT, () => console.log(`Open ${BASE_URL}`));

import { Auth, skipCSRFCheck } from '@auth/core';
import { ExpressAuth } from '@auth/express';
import express from 'express';

const { ISSUER, CLIENT_ID, CLIENT_SECRET, BASE_URL, PORT, SECRET } = process.env;

const config = {
  secret: SECRET,
  trustHost: true,
  providers: [
    {
      id: 'accounts',
      name: 'Accounts',
      type: 'oidc',
      issuer: ISSUER,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      authorization: { params: { scope: 'openid profile email account:read' } },
      idToken: false, // Read the name and the email from /oauth/userinfo.
      checks: ['pkce', 'state', 'nonce'],
    },
  ],
  callbacks: {
    // The encrypted session cookie contains the tokens.
    jwt: ({ token, account }) => {
      if (account) return { ...token, tokens: account };
      if (token.tokens.expires_at * 1000 > Date.now()) return token;
      // An error would end the session: Auth.js deletes its cookie.
      return refresh(token).catch(() => token);
    },
  },
};

/** Returns null, which ends the session, if the user has signed out of the service. */
async function refresh(token) {
  const response = await fetch(`${ISSUER}/oauth/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}` },
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: token.tokens.refresh_token,
    }),
  });
  const tokens = await response.json();
  if (tokens.error) return tokens.error === 'invalid_grant' ? null : token;
  return { ...token, tokens: { ...tokens, expires_at: Date.now() / 1000 + tokens.expires_in } };
}

/** Sends a request to Auth.js within this server, where the session includes the tokens. */
async function callAuth({ headers }, response, action, init) {
  const request = new Request(`${BASE_URL}/auth/${action}`, {
    ...init,
    headers: { cookie: headers.cookie ?? '' },
  });
  const callbacks = { ...config.callbacks, session: ({ token }) => token };
  const answer = await Auth(request, { ...config, basePath: '/auth', callbacks, skipCSRFCheck });
  for (const cookie of answer.headers.getSetCookie()) response.append('Set-Cookie', cookie);
  return answer;
}

const app = express();
app.set('trust proxy', 'loopback');
app.use('/auth', ExpressAuth(config));

app.use(async (request, response, next) => {
  const session = await callAuth(request, response, 'session');
  response.locals.tokens = (await session.json())?.tokens;
  next();
});

app.get('/', (_, response) => {
  const links = `<a href="/account">Your account</a>
    <form method="post" action="/sign-out"><button>Sign out</button></form>`;
  const others = '<a href="/auth/signin">Sign in</a> <a href="/sign-up">Sign up</a>';
  response.send(response.locals.tokens ? links : others);
});

app.get('/account', async (_, response) => {
  const answer = await fetch(`${ISSUER}/api/accounts/me`, {
    headers: { Authorization: `Bearer ${response.locals.tokens?.access_token}` },
  });
  if (answer.status === 401) return response.redirect('/auth/signin');
  response.status(answer.status).json(await answer.json());
});

/** Opens the sign-up page of the service, which continues with the request of a sign-in. */
app.get('/sign-up', async (request, response) => {
  const answer = await callAuth(request, response, 'signin/accounts', { method: 'POST' });
  const { pathname, search } = new URL(answer.headers.get('location'));
  const parameters = new URLSearchParams({ return_to: pathname + search });
  response.redirect(`${ISSUER}/console/sign-up?${parameters}`);
});

app.post('/sign-out', async (request, response) => {
  await callAuth(request, response, 'signout', { method: 'POST' });
  const parameters = new URLSearchParams({
    client_id: CLIENT_ID,
    post_logout_redirect_uri: BASE_URL,
  });
  const { tokens } = response.locals;
  if (tokens) parameters.set('id_token_hint', tokens.id_token);
  response.redirect(303, `${ISSUER}/oauth/logout?${parameters}`);
});

app.listen(PORT, () => console.log(`Open ${BASE_URL}`));

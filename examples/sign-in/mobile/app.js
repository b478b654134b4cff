import * as openid from 'openid-client';

const redirectUri = 'com.example.notes:/callback';

/**
 * Signs the user in. Returns the tokens.
 *
 * @param openBrowser opens a URL in the browser of the system, and returns the URL that opens the app
 * @param isNew whether the user begins with a new account
 */
export async function signIn({ issuer, clientId, openBrowser, isNew = false }) {
  const config = await discover({ issuer, clientId });
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const [expectedState, expectedNonce] = [openid.randomState(), openid.randomNonce()];
  const request = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid offline_access profile email account:read',
    state: expectedState,
    nonce: expectedNonce,
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  const url = await openBrowser(isNew ? toSignUp(issuer, request) : request.href);
  const expected = { pkceCodeVerifier, expectedState, expectedNonce };
  return openid.authorizationCodeGrant(config, new URL(url), expected);
}

/** Returns the sign-up page of the service, which continues with a request. */
function toSignUp(issuer, { pathname, search }) {
  const parameters = new URLSearchParams({ return_to: pathname + search });
  return `${issuer}/console/sign-up?${parameters}`;
}

/** Returns new tokens. Rejects with the error `invalid_grant` after the user has revoked the access. */
export async function refresh({ issuer, clientId, refreshToken }) {
  return openid.refreshTokenGrant(await discover({ issuer, clientId }), refreshToken);
}

/** Revokes the tokens. */
export async function signOut({ issuer, clientId, refreshToken }) {
  await openid.tokenRevocation(await discover({ issuer, clientId }), refreshToken);
}

function discover({ issuer, clientId }) {
  // Only for a service on this machine.
  const execute = issuer.startsWith('http:') ? [openid.allowInsecureRequests] : [];
  return openid.discovery(new URL(issuer), clientId, {}, openid.None(), { execute });
}

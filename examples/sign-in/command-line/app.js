import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as openid from 'openid-client';

const { ISSUER, CLIENT_ID } = process.env;
const file = join(homedir(), '.notes-tokens.json');
// Only for a service on this machine.
const execute = ISSUER.startsWith('http:') ? [openid.allowInsecureRequests] : [];
const config = await openid.discovery(new URL(ISSUER), CLIENT_ID, {}, openid.None(), { execute });

/** Opens the browser, and waits for the redirect on a port that the operating system chooses. */
async function signIn() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const redirectUri = `http://127.0.0.1:${server.address().port}/callback`;
  const pkceCodeVerifier = openid.randomPKCECodeVerifier();
  const [expectedState, expectedNonce] = [openid.randomState(), openid.randomNonce()];
  const parameters = {
    redirect_uri: redirectUri,
    scope: 'openid offline_access account:read',
    state: expectedState,
    nonce: expectedNonce,
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  };
  open(openid.buildAuthorizationUrl(config, parameters));
  for await (const [request, response] of on(server, 'request')) {
    const url = new URL(request.url, redirectUri);
    // Browsers also request an icon.
    const isRedirect = url.searchParams.get('state') === expectedState;
    response.writeHead(isRedirect ? 200 : 404, { Connection: 'close' });
    response.end(isRedirect ? 'You can close this window.' : '');
    if (!isRedirect) continue;
    server.close();
    const checks = { pkceCodeVerifier, expectedState, expectedNonce };
    return openid.authorizationCodeGrant(config, url, checks);
  }
}

function open(url) {
  console.error(`Open ${url}`);
  const opener = { darwin: 'open', win32: 'explorer' }[process.platform] ?? 'xdg-open';
  spawn(opener, [url.href], { stdio: 'ignore' }).on('error', () => {});
}

/** Refreshes the stored tokens, or signs in, and stores the new tokens for this user only. */
async function getTokens(stored) {
  const refreshed = stored && openid.refreshTokenGrant(config, stored.refresh_token);
  const tokens = (await refreshed?.catch(ignoreEnded)) ?? (await signIn());
  await writeFile(file, JSON.stringify(tokens), { mode: 0o600 });
  return tokens;
}

/** Ignores the error of a refresh token that has expired or was revoked. */
function ignoreEnded(error) {
  if (error.error !== 'invalid_grant') throw error;
}

const stored = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
if (process.argv[2] !== 'sign-out') {
  const { access_token } = await getTokens(stored);
  const me = new URL(`${ISSUER}/api/accounts/me`);
  const response = await openid.fetchProtectedResource(config, access_token, me, 'GET');
  console.log(await response.text());
} else if (stored) {
  await openid.tokenRevocation(config, stored.refresh_token);
  await rm(file);
  open(openid.buildEndSessionUrl(config, { id_token_hint: stored.id_token }));
}

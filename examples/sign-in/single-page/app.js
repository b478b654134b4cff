/* global oidc */
const { authority, client_id } = await (await fetch('settings.json')).json();
const manager = new oidc.UserManager({
  authority,
  client_id,
  redirect_uri: `${location.origin}/`,
  post_logout_redirect_uri: location.origin,
  scope: 'openid profile email account:read',
});

const get = (id) => document.getElementById(id);
get('sign-in').onclick = () => manager.signinRedirect();
get('sign-up').onclick = openSignUp;
get('sign-out').onclick = () => manager.signoutRedirect();

/** Opens the sign-up page of the service, which continues with the request of a sign-in. */
async function openSignUp() {
  const { url } = await new oidc.OidcClient(manager.settings).createSigninRequest({});
  const { pathname, search } = new URL(url);
  const parameters = new URLSearchParams({ return_to: pathname + search });
  location.assign(`${authority}/console/sign-up?${parameters}`);
}

/** Completes a sign-in or sign-out if the page is opened with a response of the service. */
async function complete() {
  const parameters = new URLSearchParams(location.search);
  if (!parameters.has('state')) return;
  history.replaceState(null, '', '/');
  const url = `${location.origin}/?${parameters}`;
  if (parameters.has('iss')) await manager.signinRedirectCallback(url);
  else await manager.signoutRedirectCallback(url);
}

/** Calls the API. The manager refreshes the token a minute before it expires, unless the device sleeps. */
async function readAccount() {
  let user = await manager.getUser();
  if (user?.expired) user = await manager.signinSilent();
  if (!user) return undefined;
  const response = await fetch(`${authority}/api/accounts/me`, {
    headers: { Authorization: `Bearer ${user.access_token}` },
  });
  if (response.status === 401) await manager.removeUser();
  return response.json();
}

try {
  await complete();
  const account = await readAccount();
  get('output').textContent = JSON.stringify(account, null, 2) ?? '';
} catch (error) {
  // The user has signed out of the service, or has not given consent.
  if (error instanceof oidc.ErrorResponse) await manager.removeUser();
  get('output').textContent = error.message;
}
const user = await manager.getUser();
for (const id of user ? ['sign-out'] : ['sign-in', 'sign-up']) get(id).hidden = false;

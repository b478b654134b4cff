// Creates passkeys and signs in with them, in a browser that can.
const { PublicKeyCredential: webauthn } = window;
const isAvailable = Boolean(
  webauthn?.parseCreationOptionsFromJSON &&
  webauthn.parseRequestOptionsFromJSON &&
  webauthn.prototype.toJSON,
);

/** The request of a browser that offers passkeys in a field; another one is refused while it waits. */
let offered;

for (const element of document.querySelectorAll('[data-passkey]')) {
  element.hidden = !isAvailable;
  element.previousElementSibling.hidden = isAvailable;
  if (!isAvailable) continue;
  const form = element.querySelector('form');
  const status = element.querySelector('[data-passkey-failed]');
  const options = JSON.parse(element.dataset.passkey);
  const create = () =>
    navigator.credentials.create({ publicKey: webauthn.parseCreationOptionsFromJSON(options) });
  const get = (how) =>
    navigator.credentials.get({ publicKey: webauthn.parseRequestOptionsFromJSON(options), ...how });
  const send = (credential) => {
    form.elements.passkey.value = JSON.stringify(credential);
    form.submit();
  };

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    status.textContent = '';
    offered?.abort();
    try {
      send(await ('passkeyCreates' in element.dataset ? create() : get()));
    } catch {
      status.textContent = status.dataset.passkeyFailed;
    }
  });

  if (
    'passkeyAutofill' in element.dataset &&
    (await webauthn.isConditionalMediationAvailable?.())
  ) {
    offered = new AbortController();
    // Then the challenge has expired.
    setTimeout(() => offered.abort(), options.timeout);
    get({ mediation: 'conditional', signal: offered.signal }).then(send, () => {});
  }
}

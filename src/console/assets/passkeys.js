// Creates passkeys and signs in with them, if the browser supports it. The page loads this script below its form.
{
  const { PublicKeyCredential: webauthn } = window;
  const isAvailable =
    webauthn?.parseCreationOptionsFromJSON && webauthn.parseRequestOptionsFromJSON;

  const base64url = (buffer) =>
    buffer &&
    btoa(String.fromCharCode(...new Uint8Array(buffer)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');

  // Password managers wrap the credential, so its inherited `toJSON` throws.
  const toJson = ({ id, rawId, type, authenticatorAttachment, response }) => ({
    ...{ id, rawId: base64url(rawId), type, clientExtensionResults: {} },
    authenticatorAttachment: authenticatorAttachment ?? undefined,
    response: {
      clientDataJSON: base64url(response.clientDataJSON),
      attestationObject: base64url(response.attestationObject),
      transports: response.getTransports?.(),
      authenticatorData: response.attestationObject
        ? undefined
        : base64url(response.authenticatorData),
      signature: base64url(response.signature),
      userHandle: base64url(response.userHandle) || undefined,
    },
  });

  // Errors with a specific message.
  const reasons = {
    InvalidStateError: 'passkeyExists',
    NotAllowedError: 'passkeyDeclined',
    AbortError: 'passkeyDeclined',
    SecurityError: 'passkeyDomain',
  };

  const prepare = async (element) => {
    const form = element.querySelector('form');
    const status = element.querySelector('[data-passkey-failed]');
    const { unknownCredentialId: credentialId, ...options } = JSON.parse(element.dataset.passkey);
    // Stops the browser from offering the refused passkey.
    if (credentialId) {
      webauthn.signalUnknownCredential?.({ rpId: options.rpId, credentialId }).catch(() => {});
    }
    const create = () =>
      navigator.credentials.create({ publicKey: webauthn.parseCreationOptionsFromJSON(options) });
    const get = (how) =>
      navigator.credentials.get({
        publicKey: webauthn.parseRequestOptionsFromJSON(options),
        ...how,
      });
    const send = (credential) => {
      form.elements.passkey.value = JSON.stringify(toJson(credential));
      form.requestSubmit();
    };
    // The browser refuses another request while it offers passkeys in a field.
    const offer = new AbortController();

    form.addEventListener('submit', async (event) => {
      if (form.elements.passkey.value !== '') return;
      event.preventDefault();
      status.textContent = '';
      offer.abort();
      try {
        send(await ('passkeyCreates' in element.dataset ? create() : get()));
      } catch ({ name }) {
        status.textContent = status.dataset[reasons[name]] ?? status.dataset.passkeyFailed;
      }
    });

    if (!('passkeyAutofill' in element.dataset)) return;
    if (!(await webauthn.isConditionalMediationAvailable?.())) return;
    // Ends the offer when the challenge expires.
    setTimeout(() => offer.abort(), Number(element.dataset.passkeyAutofill));
    get({ mediation: 'conditional', signal: offer.signal }).then(send, () => {});
  };

  if (isAvailable) {
    for (const part of document.querySelectorAll('[data-with-passkeys]')) {
      part.previousElementSibling.hidden = true;
      part.hidden = false;
    }
    document.querySelectorAll('[data-passkey]').forEach(prepare);
  }

  // A sign-in with a password offers a passkey if this device can create one, unless the user has declined recently.
  const offerMs = 90 * 24 * 60 * 60_000;
  const canAdd = document.querySelector('[name=can_add_passkey]');
  if (canAdd && isAvailable && Date.now() - Number(localStorage.getItem('no-passkey')) > offerMs) {
    webauthn.isUserVerifyingPlatformAuthenticatorAvailable?.().then((isVerifying) => {
      if (isVerifying) canAdd.value = 'true';
    });
  }
  // The link is below this script.
  document.addEventListener('click', ({ target }) => {
    if (target.matches('[data-passkey-later]')) localStorage.setItem('no-passkey', Date.now());
  });

  // Stops the browser from offering removed passkeys.
  for (const { dataset } of document.querySelectorAll('[data-passkeys-accepted]')) {
    webauthn?.signalAllAcceptedCredentials?.(JSON.parse(dataset.passkeysAccepted)).catch(() => {});
  }
}

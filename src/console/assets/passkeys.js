// Creates passkeys and signs in with them, in a browser that can. It stands below the form of its page.
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

  // Password managers wrap the credential: its inherited `toJSON` throws.
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

  // The names of errors with sentences of their own.
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
    // The passkey that was refused is no longer offered.
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
    // Another request is refused while passkeys are offered in a field.
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
    // Then the challenge has expired.
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

  // Passkeys that were removed here are no longer offered.
  for (const { dataset } of document.querySelectorAll('[data-passkeys-accepted]')) {
    webauthn?.signalAllAcceptedCredentials?.(JSON.parse(dataset.passkeysAccepted)).catch(() => {});
  }
}

// Creates passkeys and signs in with them, in a browser that can. It stands below the form of its page.
{
  const { PublicKeyCredential: webauthn } = window;
  const isAvailable =
    webauthn?.parseCreationOptionsFromJSON &&
    webauthn.parseRequestOptionsFromJSON &&
    webauthn.prototype.toJSON;

  const prepare = async (element) => {
    const form = element.querySelector('form');
    const status = element.querySelector('[data-passkey-failed]');
    const options = JSON.parse(element.dataset.passkey);
    const create = () =>
      navigator.credentials.create({ publicKey: webauthn.parseCreationOptionsFromJSON(options) });
    const get = (how) =>
      navigator.credentials.get({
        publicKey: webauthn.parseRequestOptionsFromJSON(options),
        ...how,
      });
    const send = (credential) => {
      form.elements.passkey.value = JSON.stringify(credential);
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
      } catch {
        status.textContent = status.dataset.passkeyFailed;
      }
    });
    element.previousElementSibling.hidden = true;
    element.hidden = false;

    if (!('passkeyAutofill' in element.dataset)) return;
    if (!(await webauthn.isConditionalMediationAvailable?.())) return;
    // Then the challenge has expired.
    setTimeout(() => offer.abort(), Number(element.dataset.passkeyAutofill));
    get({ mediation: 'conditional', signal: offer.signal }).then(send, () => {});
  };

  if (isAvailable) document.querySelectorAll('[data-passkey]').forEach(prepare);
}

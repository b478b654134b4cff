const find = (selector, from = document) => from.querySelector(selector);
const sections = [...document.querySelectorAll('section')];
const language = document.documentElement.lang;
const alertRegion = find('#alert');
const dialog = find('dialog');

/** An error response: sentences about the request, and in `fields` those about its members. */
class ApiError extends Error {
  constructor(status, { form, error, error_description, message }) {
    super(form ? (form.errors ?? []).join(' ') : (error_description ?? message));
    this.status = status;
    this.code = form?.codes?.[0] ?? error;
    this.fields = Object.entries(form?.children ?? {});
  }
}

/** Calls a route. Returns the JSON of its response, `{}` if that is empty. */
async function call(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: { 'Content-Type': 'application/json', 'Accept-Language': language },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Error('The server cannot be reached. Try again.');
  });
  const text = await response.text();
  const json = text ? JSON.parse(text) : {};
  if (response.ok) return json;
  throw new ApiError(response.status, json);
}

const session = (method, path = '', body = undefined) => call(method, `/api/session${path}`, body);
const post = (path, body) => session('POST', path, body);

/** Like `session`. If the last sign-in is too long ago, the user confirms first. */
async function confirmed(...request) {
  try {
    return await session(...request);
  } catch (error) {
    if (error.code !== 'session_unconfirmed') throw error;
  }
  dialog.returnValue = '';
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
  if (dialog.returnValue !== 'confirmed') throw new Error('Not confirmed, so nothing has changed.');
  return session(...request);
}

let offer;

/** Asks for a passkey. With `conditional`, waits until the user selects one in the email field. */
async function usePasskey(mediation = 'optional') {
  offer?.abort();
  const { signal } = (offer = new AbortController());
  const options = await post('/passkey/options');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey, mediation, signal });
  return { passkey: credential.toJSON() };
}

/** Each action of a form receives its fields. */
const actions = {
  signIn: async (fields) => proceed(await post('', fields)),
  signInWithPasskey: async () => proceed(await post('/passkey', await usePasskey())),
  verifyCode: async (fields) => proceed(await post('/second-factor', fields)),
  async signUp(fields) {
    const return_to = readReturnTo();
    const step = await post('/sign-up', { ...fields, language_code: language, return_to });
    // Without mails, the sign-up has created the account.
    if (step.account || step.next) return proceed(step);
    go('/confirm');
    find('[data-action=confirmSignUp] [name=password]').value = fields.password;
  },
  // The body has a token if the user opened the link, and otherwise the code.
  confirmSignUp: async (fields) =>
    proceed(await post('/sign-up/confirmation', { token: readToken(), ...fields })),
  restartSignUp: (fields) => actions.confirmSignUp({ ...fields, language_code: language }),
  async requestReset(fields) {
    await post('/password-reset', { ...fields, return_to: readReturnTo() });
    go('/new-password');
  },
  async resetPassword(fields) {
    const body = { token: readToken(), ...fields };
    const { email, return_to } = await post('/password-reset/confirmation', body);
    go('/sign-in', { email }, return_to);
    say('Your password has been changed. Sign in with it.');
  },
  async beginApp() {
    const { setup, secret, svg } = await confirmed('POST', '/factors/authenticator');
    const form = find('[data-action=confirmApp]');
    form.elements.setup.value = setup;
    find('#secret').textContent = secret;
    find('#qr').src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    form.hidden = false;
    form.elements.code.focus();
  },
  confirmApp: async (fields) =>
    showCodes(await confirmed('POST', '/factors/authenticator/confirmation', fields)),
  async addPasskey({ name }) {
    const options = await confirmed('POST', '/factors/passkeys/options');
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
    const passkey = (await navigator.credentials.create({ publicKey })).toJSON();
    showCodes(await confirmed('POST', '/factors/passkeys', { name, passkey }));
  },
  async confirm(fields) {
    await post('/confirmation', fields);
    dialog.close('confirmed');
  },
  confirmWithPasskey: async () => actions.confirm(await usePasskey()),
  async signOut() {
    await session('DELETE');
    go('/sign-in');
  },
  leave: () => leave(readReturnTo()),
};

/** Prepare a section when it opens. */
const openers = {
  async '/'() {
    const { greeting } = await call('GET', '/greeting');
    find('#greeting').textContent = greeting;
    await Promise.all([listFactors(), listSessions()]);
  },
  async '/sign-in'() {
    find('[data-path="/sign-in"] [name=email]').value = history.state?.email ?? '';
    if (!(await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.())) return;
    proceed(await post('/passkey', await usePasskey('conditional')));
  },
  '/second-step'() {
    // The methods are unknown after a password on a page of the console.
    for (const part of document.querySelectorAll('[data-method]')) {
      const { methods } = history.state ?? {};
      part.hidden = methods ? !methods.includes(part.dataset.method) : false;
    }
  },
  '/confirm': () => showProof(),
  '/new-password': () => showProof(),
  '/set-up'() {
    find('[data-action=confirmApp]').hidden = true;
  },
  '/recovery-codes'() {
    if (!find('#codes').hasChildNodes()) actions.leave();
  },
};

/** Shows the field for the code in a mail, or what only the opened link allows. */
function showProof() {
  const proof = readToken() ? 'link' : 'code';
  for (const part of document.querySelectorAll('[data-proof]')) {
    part.hidden = part.dataset.proof !== proof;
    // A disabled field is not sent.
    for (const input of part.querySelectorAll('input')) input.disabled = part.hidden;
  }
}

/** Continues after a step of the sign-in. */
function proceed({ next, methods, return_to = readReturnTo() }) {
  if (next === 'second_factor') go('/second-step', { methods }, return_to);
  else if (next === 'second_factor_setup') go('/set-up', null, return_to);
  else leave(return_to);
}

/** Opens the page that the user was going to. Anyone can write a link to this page, so follow only paths of it. */
function leave(returnTo) {
  const path = returnTo ?? '/';
  const isOurs = URL.canParse(path, location) && new URL(path, location).origin === location.origin;
  location.assign(isOurs ? path : '/');
}

/** Shows recovery codes, which exist for the first factor only. */
function showCodes({ recovery_codes: codes }) {
  if (!codes) return actions.leave();
  find('#codes').replaceChildren(...codes.map((code) => element('li', { textContent: code })));
  find('#download').href = `data:text/plain,${encodeURIComponent(codes.join('\n'))}`;
  go('/recovery-codes');
}

async function listFactors() {
  const { factors } = await session('GET', '/factors');
  const remove = (name, path) =>
    factors.removable
      ? [button('Remove', name, () => confirmed('DELETE', `/factors/${path}`), listFactors)]
      : [];
  find('#factors').replaceChildren(
    ...(factors.authenticator
      ? [element('li', {}, 'Authenticator app', ...remove('app', 'authenticator'))]
      : []),
    ...factors.passkeys.map(({ id, name }) =>
      element('li', {}, `Passkey “${name}”`, ...remove(name, `passkeys/${id}`)),
    ),
    element(
      'li',
      {},
      `${factors.recovery_codes} recovery codes`,
      button('Replace', 'recovery codes', async () =>
        showCodes(await confirmed('POST', '/factors/recovery-codes')),
      ),
    ),
  );
}

async function listSessions() {
  const { sessions } = await session('GET', '/list');
  const items = sessions.map(({ id, user_agent, last_seen_at, current }) => {
    const time = new Date(last_seen_at).toLocaleString(language);
    const place = current ? 'This browser' : `${user_agent}, last used ${time}`;
    const end = button('Sign out', place, () => session('DELETE', `/list/${id}`), listSessions);
    return element('li', {}, place, ...(current ? [] : [end]));
  });
  find('#sessions').replaceChildren(...items);
}

function element(tag, properties, ...children) {
  const created = Object.assign(document.createElement(tag), properties);
  created.append(...children);
  return created;
}

/** A button in a list. `act` changes an entry; `refresh` reads the list again. */
function button(label, entry, act, refresh) {
  const onclick = ({ currentTarget }) =>
    run(currentTarget, async () => {
      await act();
      if (!refresh) return;
      await refresh();
      say(`${label}: ${entry}. Done.`);
    });
  return element('button', { type: 'button', ariaLabel: `${label}: ${entry}`, onclick }, label);
}

const readReturnTo = () => new URLSearchParams(location.search).get('return_to') ?? undefined;
const readToken = () => new URLSearchParams(location.hash.slice(1)).get('token') ?? undefined;

/** Opens a section, and keeps `return_to`. */
function go(path, state = null, returnTo = readReturnTo()) {
  const query = returnTo === undefined ? '' : `?${new URLSearchParams({ return_to: returnTo })}`;
  history.pushState(state, '', path + query);
  open().focus();
}

/** Shows the section for the path. Returns its heading. */
function open() {
  offer?.abort();
  say('');
  for (const section of sections) section.hidden = section.dataset.path !== location.pathname;
  const section = sections.find(({ hidden }) => !hidden);
  for (const form of section.querySelectorAll('form')) {
    form.reset();
    clearErrors(form);
  }
  const heading = find('h1', section);
  document.title = heading.textContent;
  run(section, () => openers[location.pathname]?.());
  return heading;
}

/** Shows a sentence in the only alert region, which a modal dialog would hide. */
function say(text) {
  (dialog.open ? dialog : find('main')).prepend(alertRegion);
  alertRegion.textContent = text;
}

const running = new WeakSet();

/** Runs an action once at a time for each form, button or section, and shows its error there. */
async function run(origin, action) {
  if (running.has(origin)) return;
  running.add(origin);
  try {
    await action();
  } catch (error) {
    show(error, origin);
  } finally {
    running.delete(origin);
  }
}

function show(error, origin) {
  const isSignedOut = error.status === 401 || error.code === 'sign_in_expired';
  if (error.name === 'AbortError') return;
  if (isSignedOut) go('/sign-in', null, readReturnTo() ?? location.pathname);
  if (isSignedOut && origin.matches('section')) return;
  const others = (error.fields ?? []).filter(([name, { errors }]) => {
    const input = origin.elements?.[name];
    if (input) showBeside(input, errors.join(' '));
    return !input;
  });
  const sentences = others.flatMap(([, { errors }]) => errors);
  if (error.name === 'NotAllowedError') sentences.push('The passkey request was cancelled.');
  else if (error.name === 'InvalidStateError') sentences.push('This device has a passkey already.');
  else if (error.message) sentences.push(error.message);
  say(sentences.join(' '));
  find('[aria-invalid]', origin)?.focus();
}

function showBeside(input, text) {
  const id = `${input.form.dataset.action}-${input.name}-error`;
  input.ariaInvalid = 'true';
  input.setAttribute('aria-describedby', id);
  input.closest('label').after(element('p', { id, className: 'error', textContent: text }));
}

function clearErrors(form) {
  for (const message of form.querySelectorAll('.error')) message.remove();
  for (const input of form.querySelectorAll('[aria-invalid]')) input.ariaInvalid = null;
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (form.method === 'dialog') return;
  event.preventDefault();
  clearErrors(form);
  say('');
  run(form, () => actions[form.dataset.action](Object.fromEntries(new FormData(form))));
});

document.addEventListener('click', (event) => {
  const target = event.target.closest('a[href], button[data-action]');
  if (target?.matches('button')) run(target, actions[target.dataset.action]);
  const isOurs = sections.some(({ dataset }) => dataset.path === target?.getAttribute('href'));
  if (!isOurs || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(target.getAttribute('href'));
});

addEventListener('popstate', () => open().focus());
open();

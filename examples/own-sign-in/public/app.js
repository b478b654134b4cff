import { AccountsClient, readLinkToken, readReturnTo } from '/api/session/client.js';

const find = (selector, from = document) => from.querySelector(selector);
const sections = [...document.querySelectorAll('section')];
const language = document.documentElement.lang;
const alertRegion = find('#alert');
const dialog = find('dialog');

const accounts = new AccountsClient({
  /** Asks the user if the last sign-in is too long ago for a request. */
  async confirm() {
    dialog.returnValue = '';
    dialog.showModal();
    await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
    if (dialog.returnValue !== 'confirmed')
      throw new Error('Not confirmed, so nothing has changed.');
  },
});

/** Each action of a form receives its fields. */
const actions = {
  signIn: async (fields) => proceed(await accounts.signIn(fields)),
  signInWithPasskey: async () => proceed(await accounts.signInWithPasskey()),
  verifyCode: async ({ code }) => proceed(await accounts.verifySecondFactor(code)),
  async signUp(fields) {
    const step = await accounts.signUp(fields);
    if (step.next !== 'mail') return proceed(step);
    go('/confirm');
    find('[data-action=confirmSignUp] [name=password]').value = fields.password;
  },
  // The fields contain the code, unless the link in the mail has opened the page.
  confirmSignUp: async (fields) => proceed(await accounts.confirmSignUp(fields)),
  restartSignUp: (fields) => actions.confirmSignUp(fields),
  async requestReset(fields) {
    await accounts.requestPasswordReset(fields);
    go('/new-password');
  },
  async resetPassword(fields) {
    const { email, return_to } = await accounts.resetPassword(fields);
    go('/sign-in', { email }, return_to);
    say('Your password has been changed. Sign in with it.');
  },
  async beginApp() {
    const { setup, secret, svg } = await accounts.prepareAuthenticator();
    const form = find('[data-action=confirmApp]');
    form.elements.setup.value = setup;
    find('#secret').textContent = secret;
    find('#qr').src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    form.hidden = false;
    form.elements.code.focus();
  },
  confirmApp: async (fields) => showCodes(await accounts.addAuthenticator(fields)),
  addPasskey: async ({ name }) => showCodes(await accounts.addPasskey(name)),
  async confirm(fields) {
    await accounts.confirm(fields);
    dialog.close('confirmed');
  },
  async confirmWithPasskey() {
    await accounts.confirmWithPasskey();
    dialog.close('confirmed');
  },
  async signOut() {
    await accounts.signOut();
    go('/sign-in');
  },
  leave: () => leave(),
};

/** Prepare a section when it opens. */
const openers = {
  async '/'() {
    const { greeting } = await accounts.request('GET', '/greeting');
    find('#greeting').textContent = greeting;
    await Promise.all([listFactors(), listSessions()]);
  },
  async '/sign-in'() {
    find('[data-path="/sign-in"] [name=email]').value = history.state?.email ?? '';
    const session = await accounts.signInWithPasskey({ conditional: true });
    if (session) leave();
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
  const proof = readLinkToken() ? 'link' : 'code';
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

/** Opens the page that the user was going to. */
function leave(returnTo = readReturnTo()) {
  location.assign(returnTo ?? '/');
}

/** Shows recovery codes, which exist for the first factor only. */
function showCodes({ recovery_codes: codes }) {
  if (!codes) return actions.leave();
  find('#codes').replaceChildren(...codes.map((code) => element('li', { textContent: code })));
  find('#download').href = `data:text/plain,${encodeURIComponent(codes.join('\n'))}`;
  go('/recovery-codes');
}

async function listFactors() {
  const factors = await accounts.readFactors();
  const remove = (name, act) =>
    factors.removable ? [button('Remove', name, act, listFactors)] : [];
  find('#factors').replaceChildren(
    ...(factors.authenticator
      ? [
          element(
            'li',
            {},
            'Authenticator app',
            ...remove('app', () => accounts.removeAuthenticator()),
          ),
        ]
      : []),
    ...factors.passkeys.map(({ id, name }) =>
      element('li', {}, `Passkey “${name}”`, ...remove(name, () => accounts.removePasskey(id))),
    ),
    element(
      'li',
      {},
      `${factors.recovery_codes} recovery codes`,
      button('Replace', 'recovery codes', async () =>
        showCodes({ recovery_codes: await accounts.replaceRecoveryCodes() }),
      ),
    ),
  );
}

async function listSessions() {
  const sessions = await accounts.listSessions();
  const items = sessions.map(({ id, user_agent, last_seen_at, current }) => {
    const time = new Date(last_seen_at).toLocaleString(language);
    const place = current ? 'This browser' : `${user_agent}, last used ${time}`;
    const end = button('Sign out', place, () => accounts.endSession(id), listSessions);
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

/** Opens a section, and keeps `return_to`. */
function go(path, state = null, returnTo = readReturnTo()) {
  const query = returnTo === undefined ? '' : `?${new URLSearchParams({ return_to: returnTo })}`;
  history.pushState(state, '', path + query);
  open().focus();
}

/** Shows the section for the path. Returns its heading. */
function open() {
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
  if (isSignedOut) go('/sign-in', null, readReturnTo() ?? location.pathname);
  if (isSignedOut && origin.matches('section')) return;
  const sentences = [error.form ?? error.message];
  for (const [name, text] of Object.entries(error.fields ?? {})) {
    const input = origin.elements?.[name];
    if (input) showBeside(input, text);
    else sentences.push(text);
  }
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

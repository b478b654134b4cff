// Makes pages more convenient. They also work without it.
const { documentElement: root } = document;
const all = (selector, within = document) => within.querySelectorAll(selector);

// Going back to the response to a form, or reloading it, opens a page instead of submitting the form again.
const { reopensAt } = root.dataset;
if (reopensAt && new URL(reopensAt, location).origin === location.origin) {
  history.replaceState(null, '', reopensAt);
}

// The server writes times in UTC. This shows them in the user's time zone.
const styles = {
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'long' },
  time: { timeStyle: 'short' },
};
const isWritten = Intl.DateTimeFormat.supportedLocalesOf(root.lang).length > 0;
// The user's region, for example en-GB, determines the date format.
const [language] = root.lang.split('-');
const locale =
  navigator.languages.find((tag) => tag === root.lang || tag.startsWith(`${language}-`)) ??
  root.lang;
const write = (element, date) => {
  const format = new Intl.DateTimeFormat(locale, styles[element.dataset.as]);
  element.textContent = format.format(date);
};
if (isWritten) {
  for (const element of all('time[data-as]')) write(element, new Date(element.dateTime));
  for (const list of all('[data-days]')) groupByDay(list);
}

for (const form of all('form[data-submitted-at-once]')) form.submit();

/** Inserts the day headings where days begin in the user's time zone. */
function groupByDay(list) {
  const [heading] = all('.day', list);
  let last;
  for (const item of [...list.children]) {
    if (item.matches('.day')) item.remove();
    else {
      const at = new Date(item.querySelector('time').dateTime);
      const day = at.toDateString();
      if (day !== last) {
        const copy = heading.cloneNode(true);
        const time = copy.querySelector('time');
        time.dateTime = at.toISOString();
        write(time, at);
        item.before(copy);
      }
      last = day;
    }
  }
}

// Scrolls the navigation to the current page.
const strip = document.querySelector('.navigation');
const current = strip?.querySelector('[aria-current]');
if (current && strip.scrollWidth > strip.clientWidth) {
  const { left, width } = current.getBoundingClientRect();
  strip.scrollLeft += left + width / 2 - strip.clientWidth / 2;
}

// Ignores another submission while a response is pending.
let pending;
document.addEventListener('submit', (event) => {
  if (event.defaultPrevented) return;
  if (pending) return event.preventDefault();
  // Hide a shown password again, because password managers save only password fields.
  for (const input of all('[data-show-label]', event.target)) input.type = 'password';
  event.target.setAttribute('aria-busy', 'true');
  // The page stays open if the response is a download or the user stops waiting for it.
  pending = setTimeout(release, 8_000);
});

function release() {
  clearTimeout(pending);
  pending = undefined;
  for (const form of all('form[aria-busy]')) form.removeAttribute('aria-busy');
}

// The browser restores a cached page in its pending state.
addEventListener('pageshow', release);

function newButton(label, look) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `button ${look}`;
  button.textContent = label;
  return button;
}

/** An eye, crossed out while the password is hidden. */
const eye = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z"/><circle cx="12" cy="12" r="3"/><path class="lid" d="m4 20 16-16"/></svg>`;

for (const input of all('[data-show-label]')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.innerHTML = eye;
  button.ariaLabel = button.title = input.dataset.showLabel;
  const [label] = input.labels;
  label.id = `${input.id}-label`;
  button.setAttribute('aria-describedby', label.id);
  button.setAttribute('aria-pressed', 'false');
  button.addEventListener('click', () => {
    const isShown = input.type === 'password';
    input.type = isShown ? 'text' : 'password';
    button.setAttribute('aria-pressed', String(isShown));
  });
  const row = document.createElement('div');
  row.className = 'password';
  input.replaceWith(row);
  row.append(input, button);
}

/** Announces its text to screen readers whenever it changes. */
const newStatus = () =>
  Object.assign(document.createElement('span'), { className: 'visually-hidden', role: 'status' });

// Marks the rule for a new password as soon as it is met, and announces it.
for (const input of all('[data-rule]')) {
  const hint = document.getElementById(`${input.id}-hint`);
  const isMet = () => {
    const password = input.value.normalize('NFKC');
    const isLong = [...password].length >= input.minLength;
    return (
      isLong &&
      (input.dataset.rule !== 'standard' || (/\p{L}/u.test(password) && /\p{Nd}/u.test(password)))
    );
  };
  const status = newStatus();
  hint.after(status);
  input.addEventListener('input', () => {
    const text = hint.classList.toggle('met', isMet()) ? input.dataset.ruleMet : '';
    // Setting the same text would announce it again.
    if (status.textContent !== text) status.textContent = text;
  });
}

// Asks for patience before a mail is sent again.
for (const element of all('[data-wait]')) {
  const button = element.querySelector('button');
  const label = button.textContent;
  let left = Number(element.dataset.wait);
  const tick = () => {
    button.disabled = left > 0;
    button.textContent = left > 0 ? `${label} (${left})` : label;
    if (left-- > 0) setTimeout(tick, 1_000);
  };
  tick();
}

if (navigator.clipboard) {
  for (const element of all('[data-copy]')) {
    const { copyLabel, copyAbout, copyDone } = element.dataset;
    const button = newButton(copyLabel, 'plain');
    button.setAttribute('aria-label', `${copyLabel}: ${copyAbout}`);
    const status = newStatus();
    let reset;
    button.addEventListener('click', async () => {
      const codes = [...all('code', element)];
      try {
        await navigator.clipboard.writeText(codes.map((code) => code.textContent).join('\n'));
      } catch {
        // The browser denies access to the clipboard. Select the text, so that the user can copy it by keyboard.
        return getSelection().setBaseAndExtent(
          codes[0],
          0,
          codes.at(-1),
          codes.at(-1).childNodes.length,
        );
      }
      button.textContent = status.textContent = copyDone;
      clearTimeout(reset);
      reset = setTimeout(() => {
        button.textContent = copyLabel;
        status.textContent = '';
      }, 2_000);
    });
    if (element.tagName === 'UL') getToolbar(element).append(button, status);
    else element.append(button, status);
  }
}

for (const element of all('[data-print-label]')) {
  const { downloadLabel, printLabel } = element.dataset;
  const download = newButton(downloadLabel, 'plain');
  download.addEventListener('click', () => {
    const text = [...all('code', element)].map((code) => code.textContent).join('\r\n');
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    link.download = 'recovery-codes.txt';
    link.click();
    URL.revokeObjectURL(link.href);
  });
  const toPrint = newButton(printLabel, 'plain');
  toPrint.addEventListener('click', () => print());
  getToolbar(element).append(download, toPrint);
}

/** Returns the row of buttons below a list. */
function getToolbar(list) {
  const next = list.nextElementSibling;
  if (next?.matches('.buttons')) return next;
  const row = document.createElement('div');
  row.className = 'buttons';
  list.after(row);
  return row;
}

// Remembers the last account of this browser for the next sign-in.
const account = document.querySelector('.header')?.dataset.account;
if (account?.includes('@')) localStorage.setItem('email', account);

// Copies an entered email to the next page that asks for it.
const email = document.querySelector('.content [name=email]');
if (email) {
  const last = email.form.id === 'sign-in' ? localStorage.getItem('email') : '';
  if (email.value === '') {
    email.value = sessionStorage.getItem('email') ?? last ?? '';
    if (email.value && email.autofocus) email.form.elements.password?.focus();
  }
  for (const link of all(':is(.aside, .beside) a')) {
    link.addEventListener('click', () => sessionStorage.setItem('email', email.value));
  }
}
sessionStorage.removeItem('email');

// What makes pages more convenient; they work without it.
const { documentElement: root } = document;
const all = (selector, within = document) => within.querySelectorAll(selector);

// Going back to a form that was refused, or reloading it, opens its page and does not send it again.
if (root.dataset.refusedAt) history.replaceState(null, '', root.dataset.refusedAt);

// Moments are written in UTC, and read in the time zone of the reader.
const styles = {
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'long' },
  time: { timeStyle: 'short' },
};
const isWritten = Intl.DateTimeFormat.supportedLocalesOf(root.lang).length > 0;
// The region of the reader, such as en-GB, decides how dates are written.
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

/** Puts the headings of days where days begin in the time zone of the reader. */
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

// The strip of the navigation shows where the reader is.
const strip = document.querySelector('.navigation');
const current = strip?.querySelector('[aria-current]');
if (current && strip.scrollWidth > strip.clientWidth) {
  const { left, width } = current.getBoundingClientRect();
  strip.scrollLeft += left + width / 2 - strip.clientWidth / 2;
}

// A form that has been sent is not sent again while its response is pending.
let pending;
document.addEventListener('submit', (event) => {
  if (event.defaultPrevented) return;
  if (pending) return event.preventDefault();
  // What is sent, and kept by password managers, is a password.
  for (const input of all('[data-show-label]', event.target)) input.type = 'password';
  event.target.setAttribute('aria-busy', 'true');
  // A response that is saved as a file, or that the user does not wait for, leaves the page as it is.
  pending = setTimeout(release, 8_000);
});

function release() {
  clearTimeout(pending);
  pending = undefined;
  for (const form of all('form[aria-busy]')) form.removeAttribute('aria-busy');
}

// The page comes back from the cache of the browser as it was left.
addEventListener('pageshow', release);

function newButton(label, look) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = `button ${look}`;
  button.textContent = label;
  return button;
}

for (const input of all('[data-show-label]')) {
  const button = newButton(input.dataset.showLabel, 'plain');
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

// The rule of a new password says when it is met.
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
  input.addEventListener('input', () => hint.classList.toggle('met', isMet()));
}

// A field that is needed only once another one is changed.
for (const field of all('[data-needed-for]')) {
  const other = document.getElementById(field.dataset.neededFor);
  other.addEventListener('input', () => {
    field.hidden = other.value.trim().toLowerCase() === other.defaultValue.toLowerCase();
  });
}

if (navigator.clipboard) {
  for (const element of all('[data-copy]')) {
    const { copyLabel, copyAbout, copyDone } = element.dataset;
    const button = newButton(copyLabel, 'plain');
    button.setAttribute('aria-label', `${copyLabel}: ${copyAbout}`);
    const status = document.createElement('span');
    status.className = 'visually-hidden';
    status.setAttribute('role', 'status');
    let reset;
    button.addEventListener('click', async () => {
      const codes = [...all('code', element)];
      try {
        await navigator.clipboard.writeText(codes.map((code) => code.textContent).join('\n'));
      } catch {
        // The clipboard refuses: the text is selected for the keyboard.
        return getSelection().setBaseAndExtent(codes[0], 0, codes.at(-1), 1);
      }
      button.textContent = status.textContent = copyDone;
      clearTimeout(reset);
      reset = setTimeout(() => {
        button.textContent = copyLabel;
        status.textContent = '';
      }, 2_000);
    });
    if (element.tagName === 'UL') element.after(button, status);
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
  element.after(download, toPrint);
}

// An email that was entered goes along to the page that asks for it next.
const email = document.querySelector('.content [name=email]');
if (email) {
  if (email.value === '') email.value = sessionStorage.getItem('email') ?? '';
  for (const link of all('.beside a')) {
    link.addEventListener('click', () => sessionStorage.setItem('email', email.value));
  }
}
sessionStorage.removeItem('email');

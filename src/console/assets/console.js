// Adds copy buttons, which a page works without.
if (navigator.clipboard) {
  for (const element of document.querySelectorAll('[data-copy]')) {
    const { copyLabel, copyAbout, copyDone } = element.dataset;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button plain';
    button.textContent = copyLabel;
    button.setAttribute('aria-label', `${copyLabel}: ${copyAbout}`);
    const status = document.createElement('span');
    status.className = 'visually-hidden';
    status.setAttribute('role', 'status');
    let reset;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(element.querySelector('code').textContent);
      button.textContent = status.textContent = copyDone;
      clearTimeout(reset);
      reset = setTimeout(() => {
        button.textContent = copyLabel;
        status.textContent = '';
      }, 2_000);
    });
    element.append(button, status);
  }
}

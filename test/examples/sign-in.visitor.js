import assert from 'node:assert/strict';
import compileTests from '../../scripts/compile-tests.js';

compileTests();
const built = new URL('../../.build/test/support/', import.meta.url);
const chromium = await import(new URL('servers/chromium.js', built));
export const { accessibilityFaults, chromiumAvailable, launchChromium } = chromium;
export const { createAppCode } = await import(new URL('clients/authenticator-app.js', built));

/** A visitor of the example own-sign-in, with a narrow phone and its platform authenticator. */
export class SignInVisitor {
  /** Console errors and uncaught exceptions. The browser also logs each refused request, which is not one. */
  faults = [];
  #checked = new Set();

  constructor(page, readMails) {
    this.page = page;
    this.readMails = readMails;
    page.on('pageerror', (error) => this.faults.push(error.message));
    page.on('console', (message) => {
      const isRefusal = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isRefusal) this.faults.push(message.text());
    });
  }

  /** @param readMails returns the link and the code of each mail until now, oldest first */
  static async arrive(browser, baseURL, readMails) {
    const viewport = { width: 360, height: 640 };
    const context = await browser.newContext({ baseURL, viewport, locale: 'en' });
    context.setDefaultTimeout(15_000);
    // With a virtual authenticator, the browser accepts an autofill offer immediately.
    await context.addInitScript(`if (globalThis.PublicKeyCredential)
      PublicKeyCredential.isConditionalMediationAvailable = async () => name === 'autofill'`);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('WebAuthn.enable', {});
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: chromium.platform,
    });
    return new SignInVisitor(page, readMails);
  }

  /** Waits until this page is shown. Checks its looks in light and dark the first time. */
  async isAt(heading) {
    await this.page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    if (this.#checked.has(heading)) return;
    this.#checked.add(heading);
    for (const colorScheme of ['light', 'dark']) {
      await this.page.emulateMedia({ colorScheme });
      assert.deepEqual(await accessibilityFaults(this.page), [], `${heading}, ${colorScheme}`);
    }
    const width = await this.page.evaluate('document.documentElement.scrollWidth');
    assert.ok(width <= 360, `${heading} is ${width} pixels wide`);
  }

  /** Fills in the fields in the shown section, and submits the form with the keyboard. */
  async enter(fields) {
    for (const [label, text] of Object.entries(fields)) {
      await this.page.getByLabel(label).filter({ visible: true }).fill(text);
    }
    await this.page.keyboard.press('Enter');
  }

  press(name) {
    return this.page.getByRole('button', { name, exact: true }).click();
  }

  follow(name) {
    return this.page.getByRole('link', { name, exact: true }).click();
  }

  isTold(text) {
    return this.page.getByRole('alert').filter({ hasText: text }).waitFor();
  }

  /** Waits for an error next to the focused field. */
  async isToldAt(label, text) {
    await this.page.locator('.error').filter({ hasText: text }).waitFor();
    const field = this.page.locator('input:focus[aria-invalid=true]');
    assert.match(await this.readText(await field.getAttribute('aria-describedby')), text);
    assert.match(await field.locator('xpath=..').textContent(), new RegExp(label));
  }

  readText(id) {
    return this.page.locator(`#${id}`).textContent();
  }

  /** Returns the link and the code of the mail that the action sends. */
  async readMailAfter(action) {
    const known = this.readMails().length;
    await action();
    for (const deadline = Date.now() + 30_000; this.readMails().length === known;) {
      assert.ok(Date.now() < deadline, 'There is no mail.');
      await this.page.waitForTimeout(50);
    }
    return this.readMails().at(-1);
  }

  /** Opens the link of the mail that the action sends. */
  async openLinkAfter(action) {
    const { link } = await this.readMailAfter(action);
    await this.page.goto('about:blank');
    await this.page.goto(link);
  }
}

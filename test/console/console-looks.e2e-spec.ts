import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import {
  accessibilityFaults,
  chromiumAvailable,
  launchChromium,
} from '../support/servers/chromium.js';
import { languageCodes } from '../../src/language/language-codes.js';
import { longestWords } from '../support/extreme-values.js';
import { startPageGallery, type PageGallery } from '../support/servers/page-gallery.js';

const inBrowser = chromiumAvailable() ? describe : describe.skip;

/** The folder for a screenshot of every page; none if unset. */
const folder = process.env.SCREENSHOTS;

/** The properties of a window that checks every page. */
interface Look {
  readonly width: number;
  readonly isDark?: boolean;
}

interface Measures {
  bytes: number;
  shifts: string[];
}

/** Runs in the browser: the bytes transferred and the layout shifts. */
const measure = `new Promise((resolve) => {
  const shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      shifts.push(value + ' ' + sources.map(({ node }) => node?.outerHTML ?? node?.textContent));
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const bytes = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0);
  requestAnimationFrame(() => setTimeout(() => resolve({ bytes, shifts }), 50));
})`;

/** Runs in the browser: replaces the document, and waits for its style sheet. */
const showPage = `async (html) => {
  const shown = new DOMParser().parseFromString(html, 'text/html').documentElement;
  for (const { name, value } of shown.attributes) document.documentElement.setAttribute(name, value);
  document.documentElement.replaceChildren(...shown.childNodes);
  const sheet = document.querySelector('link[rel=stylesheet]');
  if (!sheet.sheet) await new Promise((resolve) => sheet.addEventListener('load', resolve));
}`;

/** Runs in the browser: text outside the window that its container cannot scroll into view. */
const hiddenText = `{
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const found = new Set();
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const isBeyond = [...range.getClientRects()].some(({ left, right }) => left < 0 || right > innerWidth);
    const scrolls = element.closest('nav, pre, [tabindex="0"]');
    if (isBeyond && element.checkVisibility() && !scrolls) found.add(element.outerHTML.slice(0, 120));
  }
  [...found, ...(document.documentElement.scrollWidth > innerWidth ? ['The page is wider.'] : [])];
}`;

/** Runs in the browser: the space between the label of the password and the link next to it, in pixels. */
const linkGap = `{
  const getBox = (selector) => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector(selector));
    return range.getBoundingClientRect();
  };
  const label = getBox('label[for=sign-in-password]');
  const link = getBox('.aside');
  document.dir === 'rtl' ? label.left - link.right : link.left - label.right;
}`;

interface Focused {
  name: string;
  isSeen: boolean;
}

const getName = `const nameOf = (element) => element.tagName + ' ' + (element.id || element.href || '')
  + ' ' + (element.getAttribute('aria-label') ?? element.textContent).slice(0, 40);`;

/** Runs in the browser: the controls that the keyboard must reach. */
const reachable = `${getName}
  [...document.querySelectorAll('a[href], button:not(:disabled), input, select, textarea, summary')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map(nameOf)`;

/** Runs in the browser: at each key, notes the focused element, and whether it is visible and marked. */
const noteFocus = `${getName}
  window.focusNotes = [];
  window.noteFocus = () => {
    const element = document.activeElement;
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const isWithin = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    const isMarked = [undefined, '::after'].some(
      (part) => getComputedStyle(element, part).outlineStyle !== 'none',
    );
    window.focusNotes.push({ name: nameOf(element), isSeen: isWithin && isMarked });
  };
  addEventListener('keydown', window.noteFocus, true);`;

const focused = '{ window.noteFocus(); window.focusNotes.slice(1); }';

/** Runs in the browser: buttons and fields without a border. */
const withoutEdges = `[...document.querySelectorAll('.button, input, select, textarea')]
  .filter((element) => element.checkVisibility())
  .filter((element) => getComputedStyle(element).borderStyle === 'none' && element.type !== 'checkbox')
  .map((element) => element.outerHTML)`;

/** Runs in the browser: refused fields whose border does not have the colour of errors. */
const unmarked = `[...document.querySelectorAll('[aria-invalid]:not([type=checkbox])')]
  .filter((field) => {
    const error = document.querySelector('.field-errors li');
    return getComputedStyle(field).borderTopColor !== getComputedStyle(error).color;
  })
  .map((field) => field.outerHTML)`;

/** Runs in the browser: elements with animations or transitions. */
const moving = `[...document.querySelectorAll('*')]
  .flatMap((element) => [undefined, '::before', '::after', '::backdrop', '::marker'].map((part) => [element, part]))
  .filter(([element, part]) => {
    const style = getComputedStyle(element, part);
    const isSet = (durations) => durations.split(',').some((duration) => parseFloat(duration) > 0);
    return isSet(style.transitionDuration) || isSet(style.animationDuration) || style.scrollBehavior === 'smooth';
  })
  .map(([element, part = '']) => element.outerHTML.slice(0, 80) + part)
  .concat(document.getAnimations().map(({ effect }) => effect.target.outerHTML.slice(0, 80)))`;

/** Runs in the browser: printed controls, and paper that is not white. */
const printed = `[
  ...[...document.querySelectorAll('.button, nav')]
    .filter((element) => element.checkVisibility())
    .map((element) => 'It is printed: ' + element.outerHTML),
  ...(getComputedStyle(document.body).backgroundColor === 'rgb(255, 255, 255)' ? [] : ['The paper is dark.']),
]`;

inBrowser('Console pages in every state', () => {
  let gallery: PageGallery;
  let browser: Browser;
  beforeAll(async () => {
    gallery = await startPageGallery();
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    gallery.close();
  });

  /** Visits every page in a new window and collects the faults. */
  async function visitAll(
    language: string,
    getFaults: (page: Page, name: string) => Promise<string[]>,
    shown = gallery,
  ): Promise<Record<string, string[]>> {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    const faults: Record<string, string[]> = {};
    for (const name of shown.names) {
      await page.goto(shown.url(name, language));
      const found = [...(await getFaults(page, name)), ...complaints.splice(0)];
      if (found.length > 0) faults[name] = found;
    }
    await page.close();
    return faults;
  }

  it.each([
    ['en', [{ width: 320 }, { width: 1440 }, { width: 360, isDark: true }]],
    ['de', [{ width: 640 }]], // 1280 px at 200 %
    ['ar', [{ width: 768 }, { width: 1920 }]],
    ['th', [{ width: 1440, isDark: true }]],
    ['ja', [{ width: 390 }]],
  ] as [string, readonly Look[]][])('fit the window in %s: %j', async (language, looks) => {
    const faults = await visitAll(language, async (page, name) => {
      const found: string[] = [];
      for (const { width, isDark = false } of looks) {
        const colorScheme = isDark ? 'dark' : 'light';
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await capture(page, `${width}-${colorScheme}-${language}`, name);
        if (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) {
          found.push(`The page is wider than ${width} px.`);
        }
      }
      return found;
    });
    expect(faults).toEqual({});
  });

  it('fit the window of a phone with a brand', async () => {
    const branded = await startPageGallery(undefined, undefined, {
      name: 'Northwind',
      logo: 'test/support/brand-logo.svg',
      accent: '#0a6b4f',
      termsUrl: 'https://northwind.example/terms',
      privacyUrl: 'https://northwind.example/privacy',
      supportUrl: 'https://northwind.example/help',
    });
    const faults = await visitAll(
      'en',
      async (page, name) => {
        await page.setViewportSize({ width: 390, height: 844 });
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await capture(page, `branded-${colorScheme}`, name);
        }
        const isWider = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
        return isWider ? ['The page is wider than 390 px.'] : [];
      },
      branded,
    );
    branded.close();
    expect(faults).toEqual({});
  });

  it.each([
    [1440, 'light'],
    [360, 'dark'],
  ] as const)('are accessible at a width of %d px in %s colours', async (width, colorScheme) => {
    const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
    const names = gallery.names.filter((_, i) => i % 2 === Number(colorScheme === 'dark'));
    await page.goto(gallery.url(names[0]!, 'en'));
    const faults: Record<string, string[]> = {};
    for (const name of names) {
      const html = await (await fetch(gallery.url(name, 'en'))).text();
      // Loading axe takes longer than checking a page, so all pages are shown in one that has it.
      await page.evaluate(`(${showPage})(${JSON.stringify(html)})`);
      const found = await accessibilityFaults(page);
      if (found.length > 0) faults[name] = found;
    }
    await page.close();
    expect(faults).toEqual({});
  });

  it('show the longest words of every script at a width of 320 px', async () => {
    const words = longestWords(255).map(([, word]) => word);
    const extreme = await startPageGallery(words.join(''), `${words.join('')}@example.com`);
    const faults = await visitAll(
      'en',
      async (page, name) => {
        await page.setViewportSize({ width: 320, height: 740 });
        await capture(page, '320-extreme', name);
        return (await page.evaluate(hiddenText)) as string[];
      },
      extreme,
    );
    extreme.close();
    expect(faults).toEqual({});
  });

  it('keep the password label apart from the link next to it in every language', async () => {
    const page = await browser.newPage({ viewport: { width: 320, height: 740 } });
    const close: string[] = [];
    for (const language of languageCodes) {
      await page.goto(gallery.url('sign in', language));
      const gap = (await page.evaluate(linkGap)) as number;
      if (gap < 8) close.push(language);
    }
    await page.close();
    expect(close).toEqual([]);
  });

  it('weigh less than 50 kB, do not shift, and are usable with the keyboard alone', async () => {
    const faults = await visitAll('en', async (page) => {
      const { bytes, shifts } = (await page.evaluate(measure)) as Measures;
      return [
        ...(bytes < 50_000 ? [] : [`The page has ${bytes} bytes.`]),
        ...shifts.map((sources) => `What is shown moves: ${sources}`),
        ...(await keyboardFaults(page)),
      ];
    });
    expect(faults).toEqual({});
  });

  it('mark refused fields and respect forced colours, reduced motion and print', async () => {
    const faults = await visitAll('en', async (page, name) => {
      const listed = async (script: string, what: string) =>
        ((await page.evaluate(script)) as string[]).map((element) => `${what}: ${element}`);
      const found = await listed(unmarked, 'It looks like any other field');
      await page.emulateMedia({ reducedMotion: 'reduce' });
      found.push(...(await listed(moving, 'This moves')));
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, forcedColors: 'active' });
        await capture(page, `forced-${colorScheme}`, name);
        found.push(...(await listed(withoutEdges, 'Nothing shows that this is a control')));
      }
      await page.emulateMedia({ media: 'print', colorScheme: 'dark', forcedColors: 'none' });
      await capture(page, 'print', name);
      found.push(...(await listed(printed, 'On paper')));
      await page.emulateMedia({
        media: 'screen',
        colorScheme: 'light',
        reducedMotion: 'no-preference',
      });
      return found;
    });
    expect(faults).toEqual({});
  });

  /** Controls that the keyboard does not reach or whose focus is not visible. */
  async function keyboardFaults(page: Page): Promise<string[]> {
    const expected = (await page.evaluate(reachable)) as string[];
    await page.evaluate(noteFocus);
    // Tabs from the initial focus past the end of the page.
    for (let pressed = 0; pressed < expected.length + 4; pressed++)
      await page.keyboard.press('Tab');
    const found = (await page.evaluate(focused)) as Focused[];
    const unseen = found.filter(({ name, isSeen }) => !isSeen && !name.startsWith('BODY'));
    const missed = expected.filter((name) => !found.some((each) => each.name === name));
    return [
      ...unseen.map(({ name }) => `The focus is not seen on ${name}`),
      ...missed.map((name) => `The keyboard does not reach ${name}`),
    ];
  }

  async function capture(page: Page, kind: string, name: string): Promise<void> {
    if (!folder) return;
    mkdirSync(`${folder}/${kind}`, { recursive: true });
    const path = `${folder}/${kind}/${name.replaceAll(/\W+/g, '-')}.png`;
    await page.screenshot({ path, fullPage: true });
  }
});

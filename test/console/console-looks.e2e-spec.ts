import { mkdirSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import {
  accessibilityFaults,
  chromiumAvailable,
  launchChromium,
} from '../support/servers/chromium.js';
import { startPageGallery, type PageGallery } from '../support/servers/page-gallery.js';

const inBrowser = chromiumAvailable() ? describe : describe.skip;

/** Where every page is kept as an image, to be looked at; nowhere unless it is set. */
const folder = process.env.SCREENSHOTS;

interface Measures {
  bytes: number;
  shifts: string[];
}

/** Runs in the browser: what the page transferred, and what moved until it was still. */
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

interface Focused {
  name: string;
  isSeen: boolean;
}

const nameOf = `const nameOf = (element) => element.tagName + ' ' + (element.id || element.href || '')
  + ' ' + (element.getAttribute('aria-label') ?? element.textContent).slice(0, 40);`;

/** Runs in the browser: what a keyboard must reach. */
const reachable = `${nameOf}
  [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map(nameOf)`;

/** Runs in the browser: what has the focus, and whether that is within the window and marked. */
const focused = `${nameOf}
  {
    const element = document.activeElement;
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const isWithin = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    const isMarked = [undefined, '::after'].some(
      (part) => getComputedStyle(element, part).outlineStyle !== 'none',
    );
    ({ name: nameOf(element), isSeen: isWithin && isMarked });
  }`;

/** Runs in the browser: buttons and fields that have no edge. */
const withoutEdges = `[...document.querySelectorAll('.button, input, select, textarea')]
  .filter((element) => element.checkVisibility())
  .filter((element) => getComputedStyle(element).borderStyle === 'none' && element.type !== 'checkbox')
  .map((element) => element.outerHTML)`;

/** Runs in the browser: refused fields whose edge does not have the colour of what is wrong with them. */
const unmarked = `[...document.querySelectorAll('[aria-invalid]:not([type=checkbox])')]
  .filter((field) => {
    const error = document.querySelector('.field-errors li');
    return getComputedStyle(field).borderTopColor !== getComputedStyle(error).color;
  })
  .map((field) => field.outerHTML)`;

/** Runs in the browser: what would move, now or once it changes. */
const moving = `[...document.querySelectorAll('*')]
  .flatMap((element) => [undefined, '::before', '::after', '::backdrop', '::marker'].map((part) => [element, part]))
  .filter(([element, part]) => {
    const style = getComputedStyle(element, part);
    const isSet = (durations) => durations.split(',').some((duration) => parseFloat(duration) > 0);
    return isSet(style.transitionDuration) || isSet(style.animationDuration) || style.scrollBehavior === 'smooth';
  })
  .map(([element, part = '']) => element.outerHTML.slice(0, 80) + part)
  .concat(document.getAnimations().map(({ effect }) => effect.target.outerHTML.slice(0, 80)))`;

/** Runs in the browser: what is printed though it is of no use on paper, or is not black on white. */
const printed = `[
  ...[...document.querySelectorAll('.button, nav')]
    .filter((element) => element.checkVisibility())
    .map((element) => 'It is printed: ' + element.outerHTML),
  ...(getComputedStyle(document.body).backgroundColor === 'rgb(255, 255, 255)' ? [] : ['The paper is dark.']),
]`;

inBrowser('The looks of every page in every state', () => {
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

  /** Visits every page, and collects what `faultsOf` finds there. */
  async function visitAll(
    { language = 'en', ...options }: BrowserContextOptions & { language?: string },
    faultsOf: (page: Page, name: string) => Promise<string[]>,
  ): Promise<Record<string, string[]>> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    const faults: Record<string, string[]> = {};
    for (const name of gallery.names) {
      await page.goto(gallery.url(name, language));
      const found = [...(await faultsOf(page, name)), ...complaints.splice(0)];
      if (found.length > 0) faults[name] = found;
    }
    await context.close();
    return faults;
  }

  const isWide = async (page: Page) =>
    (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
      ? ['The page is wider than the window.']
      : [];

  it.each([
    [320, 'light', 'en', false],
    [360, 'dark', 'en', true],
    [640, 'light', 'de', false], // 1280 px at 200 %
    [768, 'light', 'ar', true],
    [1440, 'light', 'en', true],
    [1440, 'dark', 'th', false],
    [1920, 'light', 'fa', false],
  ] as const)(
    'fit into %d px, %s, in %s, and have no faults (with axe: %p)',
    async (width, colorScheme, language, withAxe) => {
      const options = { viewport: { width, height: 900 }, colorScheme, language };
      const faults = await visitAll(options, async (page, name) => {
        await capture(page, `${width}-${colorScheme}-${language}`, name);
        // It takes longer than everything else, and finds the same at other widths.
        const found = withAxe ? await accessibilityFaults(page) : [];
        return [...(await isWide(page)), ...found];
      });
      expect(faults).toEqual({});
    },
    300_000,
  );

  it('weigh less than 50 kB each, and move nothing once they are shown', async () => {
    const faults = await visitAll({ viewport: { width: 360, height: 740 } }, async (page) => {
      const { bytes, shifts } = (await page.evaluate(measure)) as Measures;
      return [
        ...(bytes < 50_000 ? [] : [`The page has ${bytes} bytes.`]),
        ...shifts.map((sources) => `What is shown moves: ${sources}`),
      ];
    });
    expect(faults).toEqual({});
  });

  it('are usable with the keyboard alone, which is where it is seen', async () => {
    const faults = await visitAll({ viewport: { width: 360, height: 740 } }, async (page) => {
      const expected = (await page.evaluate(reachable)) as string[];
      const found: string[] = [];
      const unseen: string[] = [];
      // From the element that has the focus first, past the end of the page and what is no control.
      for (let pressed = 0; pressed < expected.length + 4; pressed++) {
        await page.keyboard.press('Tab');
        const { name, isSeen } = (await page.evaluate(focused)) as Focused;
        found.push(name);
        if (!isSeen && !name.startsWith('BODY')) unseen.push(`The focus is not seen on ${name}`);
      }
      const missed = expected.filter((name) => !found.includes(name));
      return [...unseen, ...missed.map((name) => `The keyboard does not reach ${name}`)];
    });
    expect(faults).toEqual({});
  }, 180_000);

  it.each(['light', 'dark'] as const)('need no colours of their own (%s)', async (colorScheme) => {
    const options = { colorScheme, forcedColors: 'active', viewport: { width: 768, height: 900 } };
    const faults = await visitAll(options as BrowserContextOptions, async (page, name) => {
      await capture(page, `forced-${colorScheme}`, name);
      const invisible = (await page.evaluate(withoutEdges)) as string[];
      return invisible.map((element) => `Nothing shows that this is a control: ${element}`);
    });
    expect(faults).toEqual({});
  });

  it('mark every field that was refused', async () => {
    const faults = await visitAll({}, async (page) => {
      const found = (await page.evaluate(unmarked)) as string[];
      return found.map((field) => `It looks like any other field: ${field}`);
    });
    expect(faults).toEqual({});
  });

  it('move nothing for who asked for reduced motion', async () => {
    const faults = await visitAll({ reducedMotion: 'reduce' }, async (page) => {
      const found = (await page.evaluate(moving)) as string[];
      return found.map((element) => `This moves: ${element}`);
    });
    expect(faults).toEqual({});
  });

  it('print in black on white, without what only a screen can use', async () => {
    const faults = await visitAll({ colorScheme: 'dark' }, async (page, name) => {
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await capture(page, 'print', name);
      return (await page.evaluate(printed)) as string[];
    });
    expect(faults).toEqual({});
  });

  async function capture(page: Page, kind: string, name: string): Promise<void> {
    if (!folder) return;
    mkdirSync(`${folder}/${kind}`, { recursive: true });
    const path = `${folder}/${kind}/${name.replaceAll(/\W+/g, '-')}.png`;
    await page.screenshot({ path, fullPage: true });
  }
});

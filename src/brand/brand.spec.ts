import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accentProblem, contrast, defaultColors, toBrandColors } from './brand-colors.js';
import { findBrandProblems } from './brand.options.js';
import { Brand } from './brand.js';

const folder = mkdtempSync(join(tmpdir(), 'nest-accounts-brand-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** The beginning of a PNG file of this size. */
function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.write('89504e470d0a1a0a0000000d49484452', 'hex');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

describe('the contrast of two colors', () => {
  // The figures of the WCAG's own examples, as every contrast checker gives them.
  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#ff0000', '#ffffff', 4],
    ['#0000ff', '#ffffff', 8.59],
  ] as const)('of %s and %s is %d', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 1);
    expect(contrast(other, one)).toBe(contrast(one, other));
  });
});

describe('an accent', () => {
  it('is accepted if it is readable on its theme, and otherwise rejected with its ratio', () => {
    expect(accentProblem('#3448c5', 'light')).toBeUndefined();
    expect(accentProblem('#34C', 'light')).toBeUndefined();
    expect(accentProblem('#a3b1ff', 'dark')).toBeUndefined();
    expect(accentProblem('#a3b1ff', 'light')).toMatch(/is \d\.\d:1, .* Choose a darker color$/);
    expect(accentProblem('#3448c5', 'dark')).toMatch(/is \d\.\d:1, .* Choose a lighter color$/);
  });

  it.each(['', 'red', '#12345', '#1234567', 'rgb(1,2,3)', '#ggg', '#fff;}', ' #fff'])(
    'is not accepted as %j',
    (text) => {
      expect(accentProblem(text, 'light')).toBe('it must be a color such as #3448c5');
    },
  );

  it.each(['#000', '#3448c5', '#0a6b4f', '#b3261e', '#6b21a8', '#0000ff', '#666'])(
    '%s has readable companions in both themes',
    (accent) => {
      const { light, dark } = toBrandColors(accent);
      for (const { accent: own, tint } of [light, dark]) {
        expect(contrast(own, tint)).toBeGreaterThan(4.5);
      }
      expect(accentProblem(dark.accent, 'dark')).toBeUndefined();
      expect(contrast(dark.strong, '#16191f')).toBeGreaterThanOrEqual(
        contrast(dark.accent, '#16191f'),
      );
    },
  );

  it('of one theme does not change the other', () => {
    expect(toBrandColors(undefined)).toEqual(defaultColors);
    expect(toBrandColors(undefined, '#fc0')).toMatchObject({
      light: defaultColors.light,
      dark: { accent: '#ffcc00' },
    });
  });
});

describe('a brand', () => {
  it.each([
    ['a PNG file', png(300, 100), 'image/png', 3],
    ['an SVG file', '<svg xmlns="…" viewBox="0 0 24 12"><path d=""/></svg>', 'image/svg+xml', 2],
    [
      'an SVG file with a prologue',
      '\uFEFF<?xml version="1.0"?>\n<!-- <svgx> -->\n<!DOCTYPE svg [<!ENTITY a "b">]>\n<svg\n width="40px" height=\'10\'>',
      'image/svg+xml',
      4,
    ],
  ] as const)('has %s as its logo', (_, content, type, ratio) => {
    const logo = write('logo', content);
    expect(new Brand({ logo }).logo).toMatchObject({ type, ratio });
  });

  it.each(['دیجی\u200cکالا', 'क्\u200dष', 'Ada 👩\u200d🚀'])('accepts the name %j', (name) => {
    expect(findBrandProblems({ name })).toEqual([]);
  });

  it('has links in the order of the footer', () => {
    const urls = {
      supportUrl: 'mailto:help@example.com?subject=Accounts',
      privacyUrl: 'https://example.com/privacy',
    };
    expect(new Brand(urls).links).toEqual([
      { label: 'layout.privacy', url: urls.privacyUrl },
      { label: 'layout.support', url: urls.supportUrl },
    ]);
  });

  it.each([
    [{ logo: write('text', 'logo') }, 'logo', 'a viewBox'],
    [{ icon: write('html', '<html><svg viewBox="0 0 2 1"></svg>') }, 'icon', 'a viewBox'],
    [{ icon: write('sizeless', '<svg viewBox="0 0 0 0"></svg>') }, 'icon', 'a viewBox'],
    [{ icon: write('empty', png(0, 5)) }, 'icon', 'a viewBox'],
    [{ logo: write('large', Buffer.alloc(100_001)) }, 'logo', '100 kB'],
    [{ logo: folder }, 'logo', 'cannot be read (EISDIR)'],
    [{ name: '' }, 'name', '1 to 64'],
    [{ name: ' x' }, 'name', '1 to 64'],
    [{ name: 'a\nb' }, 'name', '1 to 64'],
    [{ name: 'x'.repeat(65) }, 'name', '1 to 64'],
    [{ name: '\u200d' }, 'name', '1 to 64'],
    [{ name: 'x\u202ey' }, 'name', '1 to 64'],
    [{ name: 5 as never }, 'name', 'must be text'],
    [{ accent: '#fff' }, 'accent', 'contrast'],
    [{ accentDark: '#000' }, 'accentDark', 'contrast'],
    [{ termsUrl: 'javascript:alert(1)' }, 'termsUrl', 'http://'],
    [{ privacyUrl: '/privacy' }, 'privacyUrl', 'http://'],
    [{ supportUrl: 'mailto:' }, 'supportUrl', 'mailto:'],
    [{ homeUrl: 'mailto:a@b.c' }, 'homeUrl', 'http://'],
  ])('rejects %j', (options, name, reason) => {
    const [problem, ...others] = findBrandProblems(options);
    expect(problem).toContain(`brand.${name} is not usable: `);
    expect(problem).toContain(reason);
    expect(others).toEqual([]);
  });
});

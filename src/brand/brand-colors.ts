/** A color as its red, green and blue, 0 to 255. */
type Rgb = readonly [red: number, green: number, blue: number];

/** A color as `#rrggbb`. */
export type HexColor = `#${string}`;

export type Theme = 'light' | 'dark';

/** The accent of one theme. */
export interface Accent {
  readonly accent: HexColor;
  /** The accent under the pointer. */
  readonly strong: HexColor;
  /** The background of marked elements, whose text has the color of the accent. */
  readonly tint: HexColor;
}

/** The accents of both themes. */
export type BrandColors = Readonly<Record<Theme, Accent>>;

export const defaultColors: BrandColors = {
  light: { accent: '#3448c5', strong: '#2a3aa6', tint: '#eef0fd' },
  dark: { accent: '#a3b1ff', strong: '#bcc6ff', tint: '#1c2140' },
};

/** Normal text needs this contrast (WCAG 2.2 section 1.4.3). */
const minContrast = 4.5;

/** The contrast of an accent that is derived for dark mode, as that of {@link defaultColors}. */
const derivedContrast = 7;

/** The background of the theme that is closest to its text: `--sunken` of console.css. */
const backgrounds: Readonly<Record<Theme, HexColor>> = { light: '#f1f3f6', dark: '#1e222a' };

/** The background of cards, `--surface` of console.css. */
const surfaces: Readonly<Record<Theme, HexColor>> = { light: '#ffffff', dark: '#16191f' };

/** Mixed into an accent under the pointer. */
const stronger: Readonly<Record<Theme, HexColor>> = { light: '#000000', dark: '#ffffff' };

/** Returns a color such as `#3448c5` or `#34c` in lower case with six digits, or undefined. */
export function parseColor(text: string): HexColor | undefined {
  const [, digits] = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const full = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
  return `#${full.toLowerCase()}`;
}

/** Returns why a color cannot be the accent of a theme, or undefined. */
export function accentProblem(text: string, theme: Theme): string | undefined {
  const color = parseColor(text);
  if (!color) return 'it must be a color such as #3448c5';
  const ratio = lowestContrast(color, theme);
  if (ratio >= minContrast) return undefined;
  const shown = (Math.floor(ratio * 10) / 10).toFixed(1);
  const side = theme === 'light' ? 'darker' : 'lighter';
  return (
    `its contrast to the ${theme} background is ${shown}:1, and text needs ${minContrast}:1. ` +
    `Choose a ${side} color`
  );
}

/** @param accent a valid accent of the light theme, or none @param accentDark one of the dark theme, or none */
export function toBrandColors(accent: string | undefined, accentDark?: string): BrandColors {
  const light = accent === undefined ? undefined : parseColor(accent);
  const dark = accentDark === undefined ? light && lightened(light) : parseColor(accentDark);
  return {
    light: light ? toAccent(light, 'light') : defaultColors.light,
    dark: dark ? toAccent(dark, 'dark') : defaultColors.dark,
  };
}

function toAccent(accent: HexColor, theme: Theme): Accent {
  return { accent, strong: mix(accent, stronger[theme], 0.2), tint: tinted(accent, theme) };
}

function tinted(accent: HexColor, theme: Theme): HexColor {
  return mix(surfaces[theme], accent, 0.08);
}

/** Mixes a color with white until it is readable on a dark background. */
function lightened(color: HexColor): HexColor {
  const shares = Array.from({ length: 21 }, (_, i) => i / 20);
  const shades = shares.map((share) => mix(color, '#ffffff', share));
  return shades.find((shade) => lowestContrast(shade, 'dark') >= derivedContrast) ?? '#ffffff';
}

/** Returns the lowest contrast of text in this color to the backgrounds that it appears on. */
function lowestContrast(color: HexColor, theme: Theme): number {
  return Math.min(
    ...[backgrounds[theme], tinted(color, theme)].map((ground) => contrast(color, ground)),
  );
}

/** Returns the contrast ratio of two colors, 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrast(one: HexColor, other: HexColor): number {
  const [darker = 0, lighter = 0] = [one, other].map(luminance).sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The relative luminance of WCAG 2.2. */
function luminance(color: HexColor): number {
  const [red, green, blue] = toRgb(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mix(color: HexColor, other: HexColor, share: number): HexColor {
  const others = toRgb(other);
  const mixed = toRgb(color).map((value, i) => Math.round(value + (others[i]! - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function toRgb(color: HexColor): Rgb {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 0xff, value & 0xff];
}

import { accentProblem } from './brand-colors.js';
import { imageProblem } from './brand-image.js';

/** The name, the images, the color and the links of a service, on its pages and in its mails. */
export interface BrandOptions {
  /**
   * The name in the header, in titles, mails and authenticator apps, the same in all languages: 1 to 64 characters.
   * Default: `Accounts` in the language of the page; in authenticator apps, the host of `publicUrl`.
   */
  name?: string | undefined;
  /** The path of an SVG or PNG file of at most 100 kB that replaces the name in the header. */
  logo?: string | undefined;
  /** The path of an SVG or PNG file of at most 100 kB: the icon of the browser tab, and next to the name in the header. */
  icon?: string | undefined;
  /**
   * The color of buttons and links, such as `#3448c5`. Its contrast to the background must be at least 4.5:1 (WCAG 2.2
   * section 1.4.3).
   */
  accent?: string | undefined;
  /** The same in dark mode, such as `#a3b1ff`. Default: a lighter `accent`. */
  accentDark?: string | undefined;
  /** The terms of service, linked in the footer of pages and mails. */
  termsUrl?: string | undefined;
  /** The privacy policy, linked in the footer of pages and mails. */
  privacyUrl?: string | undefined;
  /** Where users get help: an `http:`, `https:` or `mailto:` URL, linked in the footer of pages and mails. */
  supportUrl?: string | undefined;
  /** Where users go after signing in, unless they were on their way to another page. Default: the console. */
  homeUrl?: string | undefined;
}

/** Returns why a value of an option is not usable, or undefined. */
type Check = (value: string) => string | undefined;

const expecting =
  (isValid: (value: string) => boolean, sentence: string): Check =>
  (value) =>
    isValid(value) ? undefined : sentence;

const isWebUrl = (text: string) =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

const webUrl = expecting(isWebUrl, 'it must be an address that begins with http:// or https://');

/** One line. Joiners may stand between letters, where Persian, Indic scripts and emoji need them. */
const shownName = /^(?:[^\p{C}\p{Zl}\p{Zp}]|(?<!^)[\u200c\u200d](?!$)){1,64}$/u;

const checks: Readonly<Record<keyof BrandOptions, Check>> = {
  name: expecting(
    (text) => text.trim() === text && shownName.test(text),
    'it must have 1 to 64 characters in one line',
  ),
  logo: imageProblem,
  icon: imageProblem,
  accent: (text) => accentProblem(text, 'light'),
  accentDark: (text) => accentProblem(text, 'dark'),
  termsUrl: webUrl,
  privacyUrl: webUrl,
  supportUrl: expecting(
    (text) => isWebUrl(text) || /^mailto:[^\s@?]+@[^\s@?]+(?:\?\S*)?$/.test(text),
    'it must be an address that begins with http:// or https://, or mailto: with an email address',
  ),
  homeUrl: webUrl,
};

export const brandOptionNames = Object.keys(checks) as (keyof BrandOptions)[];

/** Returns a sentence for each option that is not usable. */
export function findBrandProblems(options: BrandOptions): string[] {
  return brandOptionNames.flatMap((option) => {
    const problem = brandProblem(option, options[option]);
    return problem === undefined ? [] : [`brand.${option} is not usable: ${problem}.`];
  });
}

/** Returns why the value of an option is not usable, or undefined. Hosts without types may pass any value. */
export function brandProblem(option: keyof BrandOptions, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? checks[option](value) : 'it must be text';
}

/** A browser and its operating system, by their common names. */
interface UserAgentName {
  readonly browser?: string;
  readonly system?: string;
}

/** More specific names first: nearly every browser also names those it is derived from. */
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera|OPiOS)\b/, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bChromium\//, 'Chromium'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPad\b/, 'iPadOS'],
  [/\b(?:iPhone|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/** Returns the recognised browser and system of a `User-Agent` (RFC 9110 section 10.1.5). */
export function nameUserAgent(userAgent: string): UserAgentName {
  const find = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  return { browser: find(browsers), system: find(systems) };
}

const separator = ', ';

/** Returns the browser and its system in one line, such as `Firefox, Windows`. */
export function describeUserAgent(userAgent: string): string {
  const { browser, system } = nameUserAgent(userAgent);
  return [browser, system].filter(Boolean).join(separator);
}

/** Splits a line of {@link describeUserAgent}; undefined if it has only one of the two names. */
export function splitUserAgentLine(line: string): Required<UserAgentName> | undefined {
  const [browser, system] = line.split(separator);
  return browser && system ? { browser, system } : undefined;
}

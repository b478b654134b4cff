import { languageAliases, languageTag } from './language-codes.js';

const maxRanges = 32;
const maxLength = 1_000;
const range = /^(\*|[a-z]{1,8}(?:-[a-z0-9]{1,8})*)$/i;
const quality = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;

/**
 * Returns the language code that an `Accept-Language` header requests (RFC 9110 section 12.5.4, with the lookup of
 * RFC 4647 section 3.4), or undefined if no requested language is available.
 *
 * Uses a language in another script than requested only if the header names no other available language. In CLDR,
 * neither `zh-Hant` nor `sr-Latn` falls back to `zh` or `sr`.
 */
export function negotiateLanguage(header: string, available: { has(code: string): boolean }) {
  const ranges = wholeRanges(header)
    .split(',', maxRanges)
    .map(parseRange)
    .filter((parsed) => parsed !== undefined)
    .sort((a, b) => b.quality - a.quality);
  const refused = new Set(ranges.filter((r) => r.quality === 0).map((r) => readCode(r.tag)));

  let inOtherScript: string | undefined;
  for (const { tag, quality } of ranges) {
    if (quality === 0) break;
    // A wildcard matches no language here: the account's language or the default decides.
    if (tag === '*') return undefined;
    const code = lookUp(tag, available);
    if (code === undefined || refused.has(code)) continue;
    const script = readScript(tag);
    if (script === undefined || script === readScript(languageTag(code))) return code;
    inOtherScript ??= code;
  }
  return inOtherScript;
}

function readScript(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().script;
  } catch {
    return undefined;
  }
}

/** Cuts a long header after its last complete range. A truncated `fil` would mean Finnish. */
function wholeRanges(header: string): string {
  if (header.length <= maxLength) return header;
  return header.slice(0, Math.max(0, header.lastIndexOf(',', maxLength)));
}

function parseRange(text: string): { tag: string; quality: number } | undefined {
  const [tag = '', ...parameters] = text.split(';').map((part) => part.trim());
  if (!range.test(tag) || parameters.length > 1) return undefined;
  if (parameters[0] === undefined) return { tag: tag.toLowerCase(), quality: 1 };
  const match = quality.exec(parameters[0].replaceAll(' ', ''));
  return match ? { tag: tag.toLowerCase(), quality: Number(match[1]) } : undefined;
}

function lookUp(tag: string, available: { has(code: string): boolean }): string | undefined {
  const subtags = tag.split('-');
  for (let length = subtags.length; length > 0; length--) {
    const code = readCode(subtags.slice(0, length).join('-'));
    if (available.has(code)) return code;
  }
  return undefined;
}

function readCode(tag: string): string {
  return languageAliases[tag] ?? tag;
}

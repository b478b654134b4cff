import { IntlMessageFormat } from 'intl-messageformat';
import { languageTag } from '../../src/language/language-codes.js';

/** The Unicode script names of languages that do not use the Latin script. */
export const scripts: Readonly<Record<string, readonly string[]>> = {
  ar: ['Arabic'],
  be: ['Cyrillic'],
  bg: ['Cyrillic'],
  el: ['Greek'],
  fa: ['Arabic'],
  hy: ['Armenian'],
  iw: ['Hebrew'],
  ja: ['Hiragana', 'Katakana', 'Han'],
  ko: ['Hangul'],
  ru: ['Cyrillic'],
  sr: ['Cyrillic'],
  th: ['Thai'],
  uk: ['Cyrillic'],
  zh: ['Han'],
};

/** Terms in Latin letters in every language. */
export const technicalTerms =
  /PKCE|OAuth|\bQR\b|JSON|API|ASCII|Unicode|UTF-8|UR[IL]|IP|\bID\b|JavaScript|\bPIN\b|loopback|fragment|\bemail\b|Idempotency-Key|Expect\b|Content-Encoding|\btrue\b|\bfalse\b|Authorization|access_token|application\/[\w-]+|authorization_code|refresh_token|client_credentials|code_challenge|\bcode\b|\brequest(?:_uri)?\b|\bregistration\b|S256|https?/g;

export type Element = ReturnType<IntlMessageFormat['getAst']>[number] & {
  value?: string;
  options?: Record<string, { value: Element[] }>;
};

export const getFormat = (text: string, code: string) =>
  new IntlMessageFormat(text, languageTag(code));

const parsed = new Map<string, Element[]>();

/** Parses each text once, because every rule reads it. */
export function parse(text: string, code: string): Element[] {
  const key = `${code} ${text}`;
  const elements = parsed.get(key) ?? (getFormat(text, code).getAst() as Element[]);
  parsed.set(key, elements);
  return elements;
}

/** Message elements that are not placeholders: plain text, and the number of a plural. */
const literal = 0;
const pound = 7;

/** Returns the placeholders of a message as `name:type`, including those inside plurals. */
export function placeholders(elements: readonly Element[]): string[] {
  const found = elements.flatMap((element) => [
    ...([literal, pound].includes(element.type) ? [] : [`${element.value}:${element.type}`]),
    ...Object.values(element.options ?? {}).flatMap(({ value }) => placeholders(value)),
  ]);
  return [...new Set(found)].sort();
}

/** Returns the plain text of a message, with all forms of all plurals. */
export function literals(elements: readonly Element[]): string {
  return elements
    .map(({ type, value, options }) =>
      type === literal
        ? value
        : Object.values(options ?? {})
            .map((option) => literals(option.value))
            .join(' '),
    )
    .join('');
}

/** Returns the forms of each plural in a message. */
function plurals(elements: readonly Element[]): string[][] {
  return elements.flatMap(({ options }) => (options ? [Object.keys(options)] : []));
}

/** Whether all plurals of a message have exactly the forms of its language. */
export function hasItsPluralForms(elements: readonly Element[], code: string): boolean {
  const rules = new Intl.PluralRules(languageTag(code)).resolvedOptions().pluralCategories;
  // These languages have a form for millions, which never occur here.
  const isNeeded = (form: string) =>
    form !== 'many' || !['es', 'fr', 'it', 'pt', 'ca'].includes(code);
  const needed = rules.filter(isNeeded).sort().join();
  return plurals(elements).every((forms) => forms.filter(isNeeded).sort().join() === needed);
}

const inScripts = (names: readonly string[]) =>
  `[${names.map((name) => `\\p{Script=${name}}`).join('')}]`;

const scriptsFor = (code: string) => scripts[code] ?? ['Latin'];

/** Returns a pattern for a word in one of the language's scripts. */
export function nativeWord(code: string): RegExp {
  return new RegExp(`${inScripts(scriptsFor(code))}{2}`, 'u');
}

/** Returns a pattern for letters outside the language's scripts. */
export function foreignLetters(code: string): RegExp {
  const native = inScripts([...scriptsFor(code), 'Common', 'Inherited']);
  return new RegExp(`(?!${native})\\p{L}`, 'u');
}

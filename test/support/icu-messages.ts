import { IntlMessageFormat } from 'intl-messageformat';
import { languageTag } from '../../src/language/language-codes.js';

/** The languages that are not written in Latin letters, by what Unicode calls their scripts. */
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

/** What is written in Latin letters in every language. */
export const technicalTerms =
  /PKCE|OAuth|\bQR\b|JSON|API|ASCII|Unicode|UTF-8|UR[IL]|IP|\bID\b|JavaScript|\bPIN\b|loopback|fragment|\bemail\b|Idempotency-Key|Expect\b|Content-Encoding|\btrue\b|\bfalse\b|Authorization|access_token|application\/[\w-]+|authorization_code|refresh_token|code_challenge|\bcode\b|S256|https?/g;

export type Element = ReturnType<IntlMessageFormat['getAst']>[number] & {
  value?: string;
  options?: Record<string, { value: Element[] }>;
};

export const formatOf = (text: string, code: string) =>
  new IntlMessageFormat(text, languageTag(code));
export const parse = (text: string, code: string) => formatOf(text, code).getAst() as Element[];

/** Elements of a message that are no placeholders: plain text, and the number of a plural. */
const literal = 0;
const pound = 7;

/** Every placeholder of a message as `name:type`, those inside plurals too. */
export function placeholders(elements: readonly Element[]): string[] {
  const found = elements.flatMap((element) => [
    ...([literal, pound].includes(element.type) ? [] : [`${element.value}:${element.type}`]),
    ...Object.values(element.options ?? {}).flatMap(({ value }) => placeholders(value)),
  ]);
  return [...new Set(found)].sort();
}

/** What a message says in letters, every form of every plural. */
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

/** Every plural of a message by the forms it has. */
function plurals(elements: readonly Element[]): string[][] {
  return elements.flatMap(({ options }) => (options ? [Object.keys(options)] : []));
}

/** Whether every plural of a message has the forms of its language, and no other. */
export function hasItsPluralForms(elements: readonly Element[], code: string): boolean {
  const rules = new Intl.PluralRules(languageTag(code)).resolvedOptions().pluralCategories;
  // Millions, which these tell apart, are never counted here.
  const isNeeded = (form: string) =>
    form !== 'many' || !['es', 'fr', 'it', 'pt', 'ca'].includes(code);
  const needed = rules.filter(isNeeded).sort().join();
  return plurals(elements).every((forms) => forms.filter(isNeeded).sort().join() === needed);
}

/** What finds a letter that is of no script of the language. */
export function foreignLetters(code: string): RegExp {
  const own = [...(scripts[code] ?? ['Latin']), 'Common', 'Inherited'];
  const script = own.map((name) => `\\p{Script=${name}}`).join('');
  return new RegExp(`(?![${script}])\\p{L}`, 'u');
}

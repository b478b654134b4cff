import { attribute, unescaped } from './page-client.js';

/** What a field of the page is filled in with; of a choice, what is chosen. */
export function valueOf(html: string, name: string): string {
  const tag = tagOf(html, name);
  const content = html.slice(html.indexOf(tag) + tag.length);
  if (tag.startsWith('<textarea')) return unescaped(content.split('</textarea')[0]!);
  if (!tag.startsWith('<select')) return attribute(tag, 'value');
  const chosen = /<option selected[^>]*>/.exec(content.split('</select')[0]!);
  return attribute(chosen?.[0] ?? '', 'value');
}

export function isTicked(html: string, name: string): boolean {
  return / checked/.test(tagOf(html, name));
}

/** The start tag of a field; attributes are always quoted as Preact quotes them. */
function tagOf(html: string, name: string): string {
  const tags = html.match(/<(?:input|select|textarea)(?:[^>"]|"[^"]*")*>/g) ?? [];
  const tag = tags.find((each) => each.includes(` name="${name}"`));
  if (!tag) throw new Error(`The page has no field ${name}.`);
  return tag;
}

/** What is wrong with a field, as said beside it. */
export function errorsBeside(html: string, id: string): string[] {
  return sentencesOf(new RegExp(`<ul class="field-errors" id="${id}-errors">.*?</ul>`, 's'), html);
}

/** Everything that is wrong, as said above a form. */
export function errorsAbove(html: string): string[] {
  return sentencesOf(/<div class="errors" role="alert".*?<\/div>/s, html);
}

/** What has just been done. */
export function noticeOf(html: string): string | undefined {
  return /<p class="notice"[^>]*>(.*?)<\/p>/.exec(html)?.[1];
}

/** What can be copied from the page: identifiers, tokens and secrets. */
export function codesOf(html: string): string[] {
  return [...html.matchAll(/<code[^>]*>(.*?)<\/code>/gs)].map(([, text = '']) => unescaped(text));
}

/** What the page asks a browser for, in its form of passkeys. */
export function passkeyOptionsOf(html: string): string {
  const [tag = ''] = /<div data-passkey="[^"]*"/.exec(html) ?? [];
  return attribute(tag, 'data-passkey');
}

/** The client secret that is on the page this once. */
export function secretOf(html: string): string | undefined {
  return /<div class="once">.*?<code[^>]*>(.*?)<\/code>/s.exec(html)?.[1];
}

function sentencesOf(part: RegExp, html: string): string[] {
  const found = part.exec(html)?.[0] ?? '';
  return [...found.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item = '']) =>
    unescaped(item.replaceAll(/<[^>]*>/g, '')),
  );
}

import { attribute, unescaped } from './page-client.js';

/** Returns the value of a field, or the selected option of a choice. */
export function readValue(html: string, name: string): string {
  const tag = findTag(html, name);
  const content = html.slice(html.indexOf(tag) + tag.length);
  if (tag.startsWith('<textarea')) return unescaped(content.split('</textarea')[0]!);
  if (!tag.startsWith('<select')) return attribute(tag, 'value');
  const chosen = /<option selected[^>]*>/.exec(content.split('</select')[0]!);
  return attribute(chosen?.[0] ?? '', 'value');
}

export function isTicked(html: string, name: string): boolean {
  return / checked/.test(findTag(html, name));
}

/** Returns the start tag of a field. Preact always quotes attributes. */
function findTag(html: string, name: string): string {
  const tags = html.match(/<(?:input|select|textarea)(?:[^>"]|"[^"]*")*>/g) ?? [];
  const tag = tags.find((each) => each.includes(` name="${name}"`));
  if (!tag) throw new Error(`The page has no field ${name}.`);
  return tag;
}

/** Returns the error messages next to a field. */
export function errorsBeside(html: string, id: string): string[] {
  return readSentences(
    new RegExp(`<ul class="field-errors" id="${id}-errors">.*?</ul>`, 's'),
    html,
  );
}

/** Returns the error messages above a form. */
export function errorsAbove(html: string): string[] {
  return readSentences(/<div class="errors" role="alert".*?<\/div>/s, html);
}

/** Returns the notice that confirms the last action. */
export function readNotice(html: string): string | undefined {
  return /<p class="notice"[^>]*>(.*?)<\/p>/.exec(html)?.[1];
}

/** Returns the target of a redirect without the form that its page shows again. */
export function withoutKeptForm(location: string | undefined): string | undefined {
  return location?.replace(/(?:[?&]|%3F|%26)kept_form(?:=|%3D)\w{24}$/, '');
}

/** Returns the texts to copy from the page: identifiers, tokens and secrets. */
export function readCodes(html: string): string[] {
  return [...html.matchAll(/<code[^>]*>(.*?)<\/code>/gs)].map(([, content = '']) =>
    unescaped(content.replaceAll(/<[^>]*>/g, '')),
  );
}

/** Returns the passkey options that the page passes to the browser. */
export function readPasskeyOptions(html: string): string {
  const [tag = ''] = /<div data-passkey="[^"]*"/.exec(html) ?? [];
  return attribute(tag, 'data-passkey');
}

/** Returns the client secret, which the page shows only once. */
export function readSecret(html: string): string | undefined {
  return /<div class="once">.*?<code[^>]*>(.*?)<\/code>/s.exec(html)?.[1];
}

function readSentences(part: RegExp, html: string): string[] {
  const found = part.exec(html)?.[0] ?? '';
  return [...found.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item = '']) =>
    unescaped(item.replaceAll(/<[^>]*>/g, '')),
  );
}

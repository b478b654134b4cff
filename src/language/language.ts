import { IntlMessageFormat } from 'intl-messageformat';
import type { MessageKey } from './catalogues/index.js';
import { isolated } from './isolated.js';
import { rightToLeft } from './language-codes.js';

/** The values of a sentence's placeholders. */
export type MessageParams = Readonly<Record<string, string | number>>;

export class Language<Key extends string = MessageKey> {
  private readonly compiled = new Map<Key, IntlMessageFormat>();

  constructor(
    readonly code: string,
    readonly tag: string,
    private readonly catalogue: Readonly<Record<Key, string>>,
  ) {}

  get direction(): 'ltr' | 'rtl' {
    return rightToLeft.has(this.code) ? 'rtl' : 'ltr';
  }

  /** Returns the sentence for `key`. Fills its placeholders from `params`, isolated from the text direction. */
  say(key: Key, params: MessageParams = {}): string {
    const text = this.catalogue[key];
    if (!text.includes('{')) return text;
    return String(this.format(key, text).format(isolated(params, this.direction)));
  }

  private format(key: Key, text: string): IntlMessageFormat {
    let format = this.compiled.get(key);
    if (!format) {
      format = new IntlMessageFormat(text, this.tag);
      this.compiled.set(key, format);
    }
    return format;
  }
}

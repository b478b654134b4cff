import { IntlMessageFormat } from 'intl-messageformat';
import type { Catalogue, MessageKey } from './catalogues/index.js';
import { rightToLeft } from './language-codes.js';

/** The values of the placeholders of a sentence. */
export type MessageParams = Readonly<Record<string, string | number>>;

/** A supported language. */
export class Language {
  private readonly compiled = new Map<MessageKey, IntlMessageFormat>();

  constructor(
    /** The code in the application data, for example `ms`. */
    readonly code: string,
    /** The BCP 47 tag, for example `id`. */
    readonly tag: string,
    private readonly catalogue: Catalogue,
  ) {}

  /** Its direction, as in the attribute `dir` of HTML. */
  get direction(): 'ltr' | 'rtl' {
    return rightToLeft.has(this.code) ? 'rtl' : 'ltr';
  }

  /** The sentence for `key`, its placeholders filled from `params`. */
  say(key: MessageKey, params: MessageParams = {}): string {
    const text = this.catalogue[key];
    return text.includes('{') ? String(this.format(key, text).format(params)) : text;
  }

  private format(key: MessageKey, text: string): IntlMessageFormat {
    let format = this.compiled.get(key);
    if (!format) {
      format = new IntlMessageFormat(text, this.tag);
      this.compiled.set(key, format);
    }
    return format;
  }
}

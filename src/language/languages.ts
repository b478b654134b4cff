import { catalogues } from './catalogues/index.js';
import { Language } from './language.js';
import { languageTag } from './language-codes.js';
import { negotiateLanguage } from './negotiation.js';

/** As many different headers as a busy day brings; beyond, remembering starts afresh. */
const maxRemembered = 1_000;

/** The languages the service speaks, and which one an answer is given in. */
export class Languages {
  private readonly languages: ReadonlyMap<string, Language>;
  private readonly negotiated = new Map<string, string | undefined>();
  private readonly fallback: Language;

  constructor() {
    this.languages = new Map(
      [...catalogues].map(([code, catalogue]) => [
        code,
        new Language(code, languageTag(code), catalogue),
      ]),
    );
    this.fallback = this.get('en')!;
  }

  get(code: string): Language | undefined {
    return this.languages.get(code);
  }

  all(): Iterable<Language> {
    return this.languages.values();
  }

  /**
   * The language of an answer: what `Accept-Language` asks for, then the account's own, then
   * English (SPEC 9.4).
   */
  choose(acceptLanguage: string | undefined, accountLanguage: string | undefined): Language {
    const code = (acceptLanguage && this.negotiate(acceptLanguage)) || accountLanguage;
    return (code !== undefined && this.languages.get(code)) || this.fallback;
  }

  private negotiate(header: string): string | undefined {
    if (this.negotiated.has(header)) return this.negotiated.get(header);
    const code = negotiateLanguage(header, this.languages);
    if (this.negotiated.size >= maxRemembered) this.negotiated.clear();
    if (header.length <= 200) this.negotiated.set(header, code);
    return code;
  }
}

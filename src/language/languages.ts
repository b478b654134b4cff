import { catalogues, type MessageKey } from './catalogues/index.js';
import { Language } from './language.js';
import { languageTag } from './language-codes.js';
import { englishMails, mailCatalogues, type MailKey } from './mails/index.js';
import { negotiateLanguage } from './negotiation.js';

/**
 * Sentences that replace the module's own, in ICU MessageFormat. The outer keys are language codes of the
 * application data, the inner ones are message keys. The message key of an error is its code.
 */
export type Messages = Readonly<
  Record<string, Readonly<Partial<Record<MessageKey | MailKey, string>>>>
>;

const maxRemembered = 1_000;

export class Languages {
  private readonly languages: ReadonlyMap<string, Language>;
  private readonly mailLanguages = new Map<string, Promise<Language<MailKey>>>();
  private readonly negotiated = new Map<string, string | undefined>();
  private readonly fallback: Language;

  constructor(private readonly messages: Messages = {}) {
    for (const [code, texts] of Object.entries(messages)) assertUsable(code, texts);
    this.languages = new Map(
      [...catalogues].map(([code, catalogue]) => [
        code,
        new Language<MessageKey>(code, languageTag(code), { ...catalogue, ...messages[code] }),
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

  /** `Accept-Language`, otherwise the account's language, otherwise English (SPEC 9.4). */
  choose(acceptLanguage: string | undefined, accountLanguage: string | undefined): Language {
    const code = (acceptLanguage && this.negotiate(acceptLanguage)) || accountLanguage;
    return (code !== undefined && this.languages.get(code)) || this.fallback;
  }

  mails(code: string): Promise<Language<MailKey>> {
    const load = mailCatalogues.get(code);
    if (!load) return this.mails('en');
    let language = this.mailLanguages.get(code);
    if (!language) {
      language = load().then(
        (mails) =>
          new Language<MailKey>(code, languageTag(code), { ...mails, ...this.messages[code] }),
      );
      this.mailLanguages.set(code, language);
    }
    return language;
  }

  private negotiate(header: string): string | undefined {
    if (this.negotiated.has(header)) return this.negotiated.get(header);
    const code = negotiateLanguage(header, this.languages);
    if (this.negotiated.size >= maxRemembered) this.negotiated.clear();
    if (header.length <= 200) this.negotiated.set(header, code);
    return code;
  }
}

/** Formats each text once with all placeholders, so that an invalid text fails the start instead of a request. */
function assertUsable(code: string, texts: Readonly<Record<string, string>>): void {
  const catalogue = catalogues.get(code);
  if (!catalogue) throw new RangeError(`There are no messages in the language "${code}".`);
  const own: Readonly<Record<string, string>> = { ...catalogue, ...englishMails };
  const said = new Language<string>(code, languageTag(code), { ...own, ...texts });
  for (const key of Object.keys(texts)) {
    if (!Object.hasOwn(own, key)) throw new RangeError(`There is no message "${key}".`);
    const places = [...own[key]!.matchAll(/\{(\w+)/g)].map(([, name]) => [name, 1]);
    try {
      said.say(key, Object.fromEntries(places));
    } catch (cause) {
      const { message }: Partial<Error> = cause ?? {};
      throw new RangeError(`The message "${key}" in "${code}" cannot be used: ${message}`, {
        cause,
      });
    }
  }
}

import { catalogues, type MessageKey } from './catalogues/index.js';
import { Language } from './language.js';
import { languageTag } from './language-codes.js';
import { englishMails, mailCatalogues, type MailKey } from './mails/index.js';
import { negotiateLanguage } from './negotiation.js';
import { holdsOptions, toOptionPath } from '../options/unknown-options.js';

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

  /** @param messages in which {@link findMessageProblems} has found nothing */
  constructor(private readonly messages: Messages = {}) {
    this.languages = new Map(
      [...catalogues].map(([code, catalogue]) => [
        code,
        new Language<MessageKey>(code, languageTag(code), {
          ...catalogue,
          ...defined(messages[code]),
        }),
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
          new Language<MailKey>(code, languageTag(code), {
            ...mails,
            ...defined(this.messages[code]),
          }),
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

/** Returns a sentence for each problem of a host's messages, which may come from JavaScript. */
export function findMessageProblems(messages: unknown, option: string): string[] {
  if (messages === undefined) return [];
  if (!holdsOptions(messages))
    return [`${option} must be an object with sentences by language and key`];
  return Object.entries(messages).flatMap(([code, texts]) =>
    findTextProblems(code, texts, toOptionPath(option, code)),
  );
}

/** Formats each text once with all placeholders, so that an invalid text fails the start instead of a request. */
function findTextProblems(code: string, texts: unknown, option: string): string[] {
  const catalogue = catalogues.get(code);
  if (!catalogue) {
    const known = negotiateLanguage(code.replaceAll('_', '-'), catalogues);
    const hint = known === undefined ? '' : `, here ${known}`;
    return [`${option} is unknown: it must be one of the languages of the module${hint}`];
  }
  if (texts === undefined) return [];
  if (!holdsOptions(texts)) return [`${option} must be an object with sentences by key`];
  const own: Readonly<Record<string, string>> = { ...catalogue, ...englishMails };
  return Object.entries(texts).flatMap(([key, text]: [string, unknown]) => {
    const path = toOptionPath(option, key);
    if (!Object.hasOwn(own, key)) return [`${path} is unknown`];
    if (text === undefined) return [];
    if (typeof text !== 'string') return [`${path} must be text`];
    const places = [...own[key]!.matchAll(/\{(\w+)/g)].map(([, name]) => [name, 1]);
    try {
      new Language<string>(code, languageTag(code), { [key]: text }).say(
        key,
        Object.fromEntries(places),
      );
      return [];
    } catch (error) {
      const { message }: Partial<Error> = error ?? {};
      return [`${path} cannot be used: ${message}`];
    }
  });
}

function defined<Texts extends object>(texts: Texts | undefined): Partial<Texts> {
  const given = Object.entries(texts ?? {}).filter(([, text]) => text !== undefined);
  return Object.fromEntries(given) as Partial<Texts>;
}

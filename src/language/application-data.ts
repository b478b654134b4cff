import { createHash } from 'node:crypto';
import type { Language } from './language.js';
import { languageCodes, languageNames, ownLanguageName } from './language-codes.js';
import type { Languages } from './languages.js';

export const frequencies = {
  default_email_notification_frequencies: ['daily', 'weekly', 'never'],
  default_desktop_notification_frequencies: ['instantly', '5min', 'hourly', 'never'],
  default_push_notification_frequencies: ['instantly', '5min', 'hourly', 'never'],
  default_trending_email_notification_frequencies: ['occasionally', 'often', 'never'],
} as const;

/** `GET /app/data` in one language. */
export interface ApplicationData {
  /** The body of the response (SPEC 4.3). */
  body: {
    alert_languages: Record<string, { code: string; name: string; order: number }>;
    app_languages: Record<string, { name: string }>;
  } & { [K in keyof typeof frequencies]: readonly string[] };
  /** The entity tag, without quotes. */
  tag: string;
}

export class ApplicationDataCatalogue {
  private readonly made = new Map<Language, ApplicationData>();
  private appLanguages: ApplicationData['body']['app_languages'] | undefined;

  constructor(private readonly languages: Languages) {}

  in(language: Language): ApplicationData {
    const made = this.made.get(language) ?? this.make(language);
    this.made.set(language, made);
    return made;
  }

  private make(language: Language): ApplicationData {
    const getName = languageNames(language.tag);
    const body = {
      alert_languages: Object.fromEntries(
        languageCodes.map((code, order) => [code, { code, name: getName(code), order }]),
      ),
      app_languages: (this.appLanguages ??= this.ownNames()),
      ...frequencies,
    };
    const digest = createHash('sha256').update(JSON.stringify(body)).digest('base64url');
    return { body, tag: digest.slice(0, 22) };
  }

  private ownNames(): ApplicationData['body']['app_languages'] {
    return Object.fromEntries(
      [...this.languages.all()].map(({ code }) => [code, { name: ownLanguageName(code) }]),
    );
  }
}

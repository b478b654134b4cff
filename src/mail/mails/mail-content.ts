import { isolated } from '../../language/isolated.js';
import type { Language, MessageParams } from '../../language/language.js';
import type { MailKey } from '../../language/mails/index.js';
import type { MailKind, MailValues } from './mail-values.js';
import { shownValue, withoutLinks } from './shown-value.js';

/** A part of a mail below the greeting. */
export type MailBlock =
  | { readonly type: 'paragraph' | 'small' | 'code'; readonly text: string }
  | { readonly type: 'button'; readonly label: string; readonly link: string };

/** The content of a mail, for both plain text and HTML. */
export interface MailContent {
  readonly subject: string;
  readonly greeting: string;
  readonly blocks: readonly MailBlock[];
  /** Introduces the button's link, for readers whose buttons do not work. */
  readonly linkHint: string;
  /** The name of the service. */
  readonly signature: string;
  readonly links: readonly { readonly label: string; readonly url: string }[];
}

type PartOf<Kind extends string, Key = MailKey> = Key extends `mail.${Kind}.${infer Part}`
  ? Exclude<Part, 'subject'>
  : never;

/** The parts of each mail, in order. */
const parts: { readonly [Kind in MailKind]: readonly PartOf<Kind>[] } = {
  verification: ['lead', 'action', 'expiry', 'ignore'],
  'sign-up': ['lead', 'action', 'expiry', 'ignore'],
  'sign-up-taken': ['lead', 'you', 'action', 'ignore'],
  'password-reset': ['lead', 'action', 'expiry', 'ignore'],
  'first-proof': ['lead', 'you', 'action', 'expiry', 'ignore'],
  'password-changed': ['lead', 'other', 'action'],
  'factor-added': ['lead', 'other', 'action'],
  'factor-removed': ['lead', 'other', 'action'],
  'passkey-added': ['lead', 'other', 'action'],
  'passkey-removed': ['lead', 'other', 'action'],
  'factor-removal': ['lead', 'other', 'action'],
  'recovery-used': ['lead', 'left', 'other', 'action'],
  'email-changed': ['lead', 'yours', 'other', 'action', 'expiry'],
  'email-left': ['lead'],
  'account-deleted': ['lead'],
  'email-pending': ['lead', 'other', 'action', 'expiry'],
  'application-authorized': ['lead', 'other', 'action'],
  'new-browser': ['lead', 'other', 'action'],
};

/** The kinds of mails. */
export const mailKinds = Object.keys(parts) as readonly MailKind[];

/** Parts that few readers need, in small print. */
const smallPrint: ReadonlySet<string> = new Set(['expiry', 'ignore']);

/** The parts that all mails of a service have. */
export type MailFrame = Pick<MailContent, 'links'> & { readonly serviceName: string };

/** @throws TypeError if the link is not an absolute HTTP URL, without repeating it */
export function mailContent<Kind extends MailKind>(
  kind: Kind,
  language: Language<MailKey>,
  values: MailValues[Kind],
  { serviceName, links }: MailFrame,
): MailContent {
  const { link } = values;
  if (link !== undefined && !isLink(link)) throw new TypeError('link must be an http or https URL');
  const shown = shownValues(values, serviceName);
  const say = (key: MailKey) => language.say(key, shown);
  const { code } = shown;
  const codeBlocks: readonly MailBlock[] =
    typeof code === 'string'
      ? [
          { type: 'paragraph', text: say('mail.code') },
          { type: 'code', text: code },
        ]
      : [];
  const toBlocks = (part: string): readonly MailBlock[] => {
    const text = say(`mail.${kind}.${part}` as MailKey);
    if (part === 'action' && link) return [{ type: 'button', label: text, link }, ...codeBlocks];
    return [{ type: smallPrint.has(part) ? 'small' : 'paragraph', text }];
  };
  return {
    subject: say(`mail.${kind}.subject`),
    greeting: say(shown.name ? 'mail.greeting' : 'mail.greeting_nameless'),
    blocks: parts[kind].flatMap(toBlocks),
    linkHint: say('mail.link_hint'),
    signature: String(isolated(shown, language.direction).serviceName),
    links,
  };
}

/**
 * Prepares the values of placeholders. Users choose the names, and an attacker could choose one for a mail to someone
 * else.
 */
function shownValues(values: MailValues[MailKind], serviceName: string): MessageParams {
  const {
    name = '',
    application = '',
    newEmail = '',
    browser = '',
    ...others
  } = values as Partial<
    MailValues['email-changed'] & MailValues['application-authorized'] & MailValues['new-browser']
  >;
  return {
    ...others,
    name: withoutLinks(shownValue(name, 64)),
    application: withoutLinks(shownValue(application, 64)),
    newEmail: shownValue(newEmail, 100),
    browser: withoutLinks(shownValue(browser, 64)),
    serviceName: shownValue(serviceName, 64),
  };
}

function isLink(text: string): boolean {
  return /^https?:\/\/[^\s"<>]+$/.test(text) && URL.canParse(text);
}

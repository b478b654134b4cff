import { isIP } from 'node:net';
import { minSecretLength } from '../../access/sealing/token-seal.js';
import { parsedUrls } from '../../database/database.options.js';
import { isWebhookSecret, isWebhookUrl } from '../../events/webhook.subscriber.js';
import {
  beginsWithAny,
  isPlainPath,
  joinedPath,
  reservedSegments,
} from '../../http/urls/joined-path.js';
import { isLoopback } from '../../http/urls/loopback.js';
import { isPublicUrl } from '../../http/urls/public-url.js';
import { findUnknownParameter, isMailUrl } from '../../mail/mail-url.js';
import { isMailFrom } from '../../mail/mailbox.js';

export function splitList(text: string): [string, ...string[]] {
  const [first = '', ...others] = text.split(',').map((item) => item.trim());
  return [first, ...others];
}

/** Creates a parser that returns valid text unchanged. Its error does not repeat the text. */
function accepting(isValid: (text: string) => boolean, sentence: string) {
  return (text: string): string => {
    if (isValid(text)) return text;
    throw new Error(sentence);
  };
}

/** Creates a parser for a list of valid items. Its error does not repeat them. */
function acceptingEach(isValid: (item: string) => boolean, sentence: string) {
  return (text: string) => {
    const items = splitList(text);
    if (items.every(isValid)) return items;
    throw new Error(sentence);
  };
}

export const parseHost = accepting(
  (text) =>
    (isIP(text) > 0 || /^[\w.-]+$/.test(text)) && URL.canParse(`http://${reachableHost(text)}`),
  'it must be an IP address or a host name',
);

/** The host that a browser on this machine uses to reach a service with this listening host. */
export function reachableHost(host: string): string {
  // Passkeys need a name.
  if (host === '127.0.0.1' || host === '0.0.0.0') return 'localhost';
  if (isIP(host) !== 6) return host;
  return /^[0:]+$/.test(host) ? '[::1]' : `[${host}]`;
}

/** The paths of the service outside the API. */
const ownPaths = [...reservedSegments, 'docs', 'docs-json', 'health'].sort();

export function parsePath(text: string): string {
  const path = joinedPath(text);
  if (!isPlainPath(path)) {
    throw new Error('it must be a path of letters, digits, hyphens and slashes');
  }
  if (!beginsWithAny(path, ownPaths)) return path;
  throw new Error(`it must not begin with ${ownPaths.join(', ')}, which are reserved`);
}

export function parseDatabaseUrl(text: string): string {
  parsedUrls(text);
  return text;
}

export function parsePublicUrl(text: string): string {
  if (isPublicUrl(text)) {
    const { origin, pathname } = new URL(text);
    return `${origin}${pathname}`.replace(/\/+$/, '');
  }
  throw new Error(
    'it must be an address that begins with http:// or https://, without user, password, ? and #',
  );
}

/** Whether the connection is encrypted or local (RFC 6749 section 3.1.2.1, RFC 8252 section 8.3). */
export function isProtected(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || isLoopback(hostname);
}

/** The network names that both Express and Fastify support. */
const namedNetworks: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

function isNetwork(text: string): boolean {
  const [address = '', prefix = '1', ...rest] = text.split('/');
  const longest = { 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return rest.length === 0 && /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= longest;
}

const parseNetworks = acceptingEach(
  (network) => namedNetworks.has(network) || isNetwork(network),
  'it must list addresses and networks, with commas between them',
);

export const parseTrustProxy = (text: string): string[] => parseNetworks(text.toLowerCase());

const parseMailUrl = accepting(
  isMailUrl,
  'it must be smtp:// or smtps:// with the host of a mail server, and at the end of smtp:// optionally ?starttls=off',
);

export function parseMailServer(text: string): string {
  const unknown = findUnknownParameter(text);
  if (unknown !== undefined) throw new Error(`its parameter ${unknown} is unknown`);
  return parseMailUrl(text);
}

export const parseMailSender = accepting(
  isMailFrom,
  'it must be an email address, or a name with one, like Accounts <accounts@example.com>',
);

export const parseSecrets = acceptingEach(
  ({ length }) => length >= minSecretLength,
  `every secret in it needs at least ${minSecretLength} characters`,
);

/** Whether a token has the header syntax of RFC 6750 section 2.1. */
export const isBearerToken = (token: string): boolean => /^[\w.~+/-]+=*$/.test(token);

export const parseBearerTokens = acceptingEach(
  isBearerToken,
  'every token in it must consist of letters, digits and -._~+/, with = only at its end',
);

export const parseWebhookSecrets = acceptingEach(
  isWebhookSecret,
  'every secret in it must be whsec_ and 24 to 64 bytes in base64',
);

export function parseWebhookUrls(text: string): string[] {
  const urls = splitList(text);
  for (const [i, url] of urls.entries()) {
    if (!isWebhookUrl(url)) {
      throw new Error(
        `address ${i + 1} must begin with http:// or https://, without user and password`,
      );
    }
    if (urls.indexOf(url) < i) throw new Error(`address ${i + 1} is listed twice`);
  }
  return urls;
}

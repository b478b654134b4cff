import { isIP } from 'node:net';
import { minSecretLength } from '../../access/tokens/token-seal.js';
import { parsedUrls } from '../../database/database.options.js';
import { isWebhookSecret, isWebhookUrl } from '../../events/webhook.subscriber.js';
import { isPlainPath, joinedPath } from '../../http/urls/joined-path.js';
import { isLoopback } from '../../http/urls/loopback.js';
import { isPublicUrl } from '../../http/urls/public-url.js';
import { isMailUrl } from '../../mail/mail-url.js';
import { isMailFrom } from '../../mail/mailbox.js';

/** Splits a comma-separated list, and trims its items. */
export function listSchema(text: string): string[] {
  return text.split(',').map((item) => item.trim());
}

/** Parses an IP address or a host name. */
export function parseHost(text: string): string {
  const isHost = isIP(text) > 0 || /^[\w.-]+$/.test(text);
  if (isHost && URL.canParse(`http://${reachableHost(text)}`)) return text;
  throw new Error('it must be an IP address or a host name');
}

/** The host that a browser on this machine uses to reach a service with this listening host. */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (isIP(host) !== 6) return host;
  return /^[0:]+$/.test(host) ? '[::1]' : `[${host}]`;
}

/** The paths of the service outside the API. */
const ownPaths = ['.well-known', 'console', 'docs', 'docs-json', 'health', 'oauth'];

export function parsePath(text: string): string {
  const path = joinedPath(text);
  if (!isPlainPath(path)) {
    throw new Error('it must be a path of letters, digits, hyphens and slashes');
  }
  const [first = ''] = path.split('/');
  if (!ownPaths.includes(first.toLowerCase())) return path;
  throw new Error(`it must not begin with ${ownPaths.join(', ')}, where other things are`);
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

/** Whether the text is an IP address, or a network with its prefix length. */
function isNetwork(text: string): boolean {
  const [address = '', prefix = '1', ...rest] = text.split('/');
  const longest = { 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return rest.length === 0 && /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= longest;
}

export function parseTrustProxy(text: string): string[] {
  const networks = listSchema(text.toLowerCase());
  if (networks.every((network) => namedNetworks.has(network) || isNetwork(network)))
    return networks;
  throw new Error('it must list addresses and networks, with commas between them');
}

/** Parses the URL of a mail server. Errors do not repeat its password. */
export function parseMailServer(text: string): string {
  if (isMailUrl(text)) return text;
  throw new Error(
    'it must be smtp:// or smtps:// with the host of a mail server, and at the end of smtp:// optionally ?starttls=off',
  );
}

export function parseMailSender(text: string): string {
  if (isMailFrom(text)) return text;
  throw new Error(
    'it must be an email address, or a name with one, like Accounts <accounts@example.com>',
  );
}

export function parseSecrets(text: string): [string, ...string[]] {
  const secrets = listSchema(text);
  if (secrets.some((secret) => secret.length < minSecretLength)) {
    throw new Error(`every secret in it needs at least ${minSecretLength} characters`);
  }
  return secrets as [string, ...string[]];
}

/** Parses tokens with the header syntax of RFC 6750 section 2.1. */
export function parseBearerTokens(text: string): string[] {
  const tokens = listSchema(text);
  if (tokens.every((token) => /^[\w.~+/-]+=*$/.test(token))) return tokens;
  throw new Error('every token in it must be of letters, digits and -._~+/, with = at its end');
}

export function parseWebhookUrls(text: string): string[] {
  const urls = listSchema(text);
  for (const [i, url] of urls.entries()) {
    if (!isWebhookUrl(url)) {
      throw new Error(
        `address ${i + 1} must begin with http:// or https://, without user and password`,
      );
    }
    if (urls.indexOf(url) < i) throw new Error(`address ${i + 1} is there twice`);
  }
  return urls;
}

export function parseWebhookSecrets(text: string): [string, ...string[]] {
  const secrets = listSchema(text);
  if (secrets.every(isWebhookSecret)) return secrets as [string, ...string[]];
  throw new Error('every secret in it must be whsec_ and 24 to 64 bytes in base64');
}

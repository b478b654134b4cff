import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** Whether TLS starts with the connection, with STARTTLS before anything is sent, or never. */
  readonly encryption: 'tls' | 'starttls' | 'none';
  readonly auth?: { readonly user: string; readonly pass: string };
}

/** Whether the text is the URL of a mail server: `smtp://` or `smtps://`, optionally with a user and a port. */
export function isMailUrl(text: string): boolean {
  return parseMailUrl(text) !== undefined;
}

/**
 * Parses `smtp://user:password@mail.example.com:587` or `smtps://…`. Returns undefined for anything else. With `smtp:`
 * the server must offer STARTTLS, unless the URL ends with `?starttls=off`.
 */
export function parseMailUrl(text: string): MailServer | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || /[\s\p{Cc}]/u.test(text) || !/^smtps?:$/.test(url.protocol)) return undefined;
  const secure = url.protocol === 'smtps:';
  const isPlain = url.search === '?starttls=off' && !secure;
  if (!/^\/?$/.test(url.pathname) || url.hash || (url.search && !isPlain)) return undefined;
  const [host, user, pass] = [url.hostname, url.username, url.password].map(decoded);
  const name = readHost(host);
  if (!name || url.port === '0' || user === undefined || pass === undefined) return undefined;
  if ((user === '') !== (pass === '')) return undefined;
  return {
    host: name,
    port: Number(url.port) || (secure ? 465 : 587),
    encryption: secure ? 'tls' : isPlain ? 'none' : 'starttls',
    ...(user && { auth: { user, pass } }),
  };
}

/** Returns the name of a parameter that a URL cannot have. The rest of a password with a question mark is not one. */
export function findUnknownParameter(text: string): string | undefined {
  const search = URL.canParse(text) ? new URL(text).search : '';
  if (!/^\?[\w.=&-]+$/.test(search)) return undefined;
  return [...new URLSearchParams(search).keys()].find((name) => name !== 'starttls');
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Converts a host: an IP address loses its brackets, a name becomes Punycode. */
function readHost(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const ip = text.replace(/^\[(.*)\]$/, '$1');
  if (isIP(ip)) return ip;
  const name = domainToASCII(text);
  return /^[\w-]+(?:\.[\w-]+)*$/.test(name) ? name : undefined;
}

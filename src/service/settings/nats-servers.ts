import { listSchema } from './setting.parsers.js';

/** The nodes of a NATS cluster and its credentials. */
export interface NatsServers {
  readonly servers: readonly string[];
  readonly user?: string;
  readonly pass?: string;
  readonly token?: string;
  /** Set if the connection is encrypted. */
  readonly tls?: object;
}

/**
 * Parses a list such as `nats://user:password@one:4222,nats://two`.
 *
 * An error identifies a URL by its position and never repeats it, because it may contain a password.
 */
export function parseNatsServers(text: string): NatsServers {
  return toNatsServers(parseServerUrls(text, ['nats', 'tls']));
}

/** Parses a list of URLs that consist of scheme, host and port. */
export function parseServerUrls(text: string, schemes: readonly string[]): URL[] {
  return listSchema(text).map((item, index) => parseServerUrl(item, index + 1, schemes));
}

function parseServerUrl(text: string, place: number, schemes: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !schemes.includes(url.protocol.slice(0, -1)) || !url.hostname) {
    const [last, ...others] = schemes.map((scheme) => `${scheme}://`).reverse();
    const allowed = `${others.reverse().join(', ')} or ${last}`;
    throw new Error(`address ${place} must begin with ${allowed} and name a host`);
  }
  if (!/^\/?$/.test(url.pathname) || url.search || url.hash) {
    throw new Error(`address ${place} must end with the port`);
  }
  return url;
}

/** The cluster whose nodes have these URLs. */
export function toNatsServers(urls: readonly URL[]): NatsServers {
  const servers = urls.map(({ hostname, port }) => `${hostname}:${port || 4222}`);
  const tls = urls.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {};
  const [first, ...others] = urls.filter(({ username }) => username);
  if (!first) return { servers, ...tls };
  const { username, password } = first;
  if (others.some((other) => other.username !== username || other.password !== password)) {
    throw new Error('the NATS addresses must name the same user');
  }
  const [user, pass] = [username, password].map(decodeURIComponent);
  return { servers, ...tls, ...(pass ? { user, pass } : { token: user! }) };
}

/** The URLs of the nodes without credentials, for logs and output. */
export function shownServers({ servers, tls }: NatsServers): string[] {
  return servers.map((server) => `${tls ? 'tls' : 'nats'}://${server}`);
}

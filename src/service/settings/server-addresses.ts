import { splitList } from './setting.parsers.js';

export interface NatsServers {
  readonly servers: string[];
  readonly user?: string;
  readonly pass?: string;
  readonly token?: string;
  /** Set if the connection is encrypted. */
  readonly tls?: object;
}

export interface MessageAddresses {
  readonly tcp: readonly { readonly host: string; readonly port: number }[];
  readonly nats?: NatsServers;
}

// An error identifies a URL by its position and never repeats it, because it may contain a password.

/** Parses a list such as `nats://user:password@one:4222,nats://two`. */
export function parseNatsServers(text: string): NatsServers {
  return toNatsServers(parseServerUrls(text, ['nats', 'tls']));
}

/** Parses a list such as `tcp://127.0.0.1:4000,nats://user:password@host:4222`. */
export function parseMessageAddresses(text: string): MessageAddresses {
  const urls = parseServerUrls(text, ['tcp', 'nats', 'tls']);
  for (const [index, url] of urls.entries()) if (isTcp(url)) checkTcp(url, index + 1);
  const brokers = urls.filter((url) => !isTcp(url));
  return {
    tcp: urls.filter(isTcp).map(({ hostname, port }) => ({
      // Without the brackets of an IPv6 address.
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(port),
    })),
    ...(brokers.length > 0 && { nats: toNatsServers(brokers) }),
  };
}

/** The URLs of the nodes without credentials, for logs and output. */
export function shownServers({ servers, tls }: NatsServers): string[] {
  return servers.map((server) => `${tls ? 'tls' : 'nats'}://${server}`);
}

/** The URLs without credentials, for logs and output. */
export function shownAddresses({ tcp, nats }: MessageAddresses): string[] {
  return [
    ...tcp.map(({ host, port }) => `tcp://${host.includes(':') ? `[${host}]` : host}:${port}`),
    ...(nats ? shownServers(nats) : []),
  ];
}

const isTcp = ({ protocol }: URL) => protocol === 'tcp:';

function checkTcp({ port, username, password }: URL, place: number): void {
  if (!port || port === '0') throw new Error(`address ${place} needs a port`);
  if (username || password) {
    throw new Error(`address ${place} must not name a user: there is none over TCP`);
  }
}

/** Parses a list of URLs that consist of scheme, host and port. */
function parseServerUrls(text: string, schemes: readonly string[]): URL[] {
  return splitList(text).map((item, index) => {
    const place = index + 1;
    const url = URL.canParse(item) ? new URL(item) : undefined;
    if (!url || !schemes.includes(url.protocol.slice(0, -1)) || !url.hostname) {
      const [last, ...others] = schemes.map((scheme) => `${scheme}://`).reverse();
      const allowed = `${others.reverse().join(', ')} or ${last}`;
      throw new Error(`address ${place} must begin with ${allowed} and name a host`);
    }
    if (!/^\/?$/.test(url.pathname) || url.search || url.hash) {
      throw new Error(`address ${place} must end with the port`);
    }
    return url;
  });
}

function toNatsServers(urls: readonly URL[]): NatsServers {
  const servers = urls.map(({ hostname, port }) => `${hostname}:${port || 4222}`);
  const tls = urls.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {};
  const [first, ...others] = urls.filter(({ username }) => username);
  if (!first) return { servers, ...tls };
  const { username, password } = first;
  if (others.some((other) => other.username !== username || other.password !== password)) {
    throw new Error('the NATS addresses must name the same user');
  }
  const [user = '', pass] = [username, password].map(decodeURIComponent);
  return { servers, ...tls, ...(pass ? { user, pass } : { token: user }) };
}

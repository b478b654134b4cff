/** The URLs at which messages are received. */
export interface MessageAddresses {
  readonly tcp: readonly { readonly host: string; readonly port: number }[];
  /** The nodes of one cluster, and the credentials for it. */
  readonly nats?: {
    readonly servers: readonly string[];
    readonly user?: string;
    readonly pass?: string;
    readonly token?: string;
    /** Present if the connection is encrypted. */
    readonly tls?: object;
  };
}

/**
 * Reads a list like `tcp://127.0.0.1:4000,nats://user:password@host:4222`.
 *
 * An error names a URL by its position and never repeats it, because it may contain a password.
 */
export function parseMessageAddresses(text: string): MessageAddresses {
  const urls = text.split(',').map((item, index) => parseAddress(item.trim(), index + 1));
  const brokers = urls.filter(({ protocol }) => protocol !== 'tcp:');
  return {
    tcp: urls
      .filter(({ protocol }) => protocol === 'tcp:')
      .map(({ hostname, port }) => ({ host: bare(hostname), port: Number(port) })),
    ...(brokers.length > 0 && { nats: natsOf(brokers) }),
  };
}

/** The URLs without credentials, for logs and output. */
export function shownAddresses({ tcp, nats }: MessageAddresses): string[] {
  const scheme = nats?.tls ? 'tls' : 'nats';
  return [
    ...tcp.map(({ host, port }) => `tcp://${host.includes(':') ? `[${host}]` : host}:${port}`),
    ...(nats?.servers ?? []).map((server) => `${scheme}://${server}`),
  ];
}

function parseAddress(text: string, place: number): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^(?:tcp|nats|tls):$/.test(url.protocol) || !url.hostname) {
    throw new Error(`address ${place} must begin with tcp://, nats:// or tls:// and name a host`);
  }
  if (!/^\/?$/.test(url.pathname) || url.search || url.hash) {
    throw new Error(`address ${place} must end with the port`);
  }
  if (url.protocol === 'tcp:' && (!url.port || url.port === '0')) {
    throw new Error(`address ${place} needs a port`);
  }
  if (url.protocol === 'tcp:' && (url.username || url.password)) {
    throw new Error(`address ${place} must not name a user: there is none over TCP`);
  }
  return url;
}

function natsOf(urls: readonly URL[]): MessageAddresses['nats'] {
  const servers = urls.map(({ hostname, port }) => `${hostname}:${port || 4222}`);
  const tls = urls.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {};
  const [first, ...others] = urls.filter(({ username }) => username);
  if (!first) return { servers, ...tls };
  const { username, password } = first;
  if (others.some((other) => other.username !== username || other.password !== password)) {
    throw new Error('the NATS addresses must name the same user');
  }
  const [user, pass] = [username, password].map(decodeURIComponent);
  return { servers, ...tls, ...(pass ? { user, pass } : { token: user }) };
}

/** An IPv6 address without its brackets. */
function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

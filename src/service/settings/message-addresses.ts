import { toNatsServers, parseServerUrls, shownServers, type NatsServers } from './nats-servers.js';

/** The URLs that receive messages. */
export interface MessageAddresses {
  readonly tcp: readonly { readonly host: string; readonly port: number }[];
  readonly nats?: NatsServers;
}

/**
 * Parses a list such as `tcp://127.0.0.1:4000,nats://user:password@host:4222`.
 *
 * An error identifies a URL by its position and never repeats it, because it may contain a password.
 */
export function parseMessageAddresses(text: string): MessageAddresses {
  const urls = parseServerUrls(text, ['tcp', 'nats', 'tls']);
  for (const [index, url] of urls.entries()) if (isTcp(url)) checkTcp(url, index + 1);
  const brokers = urls.filter((url) => !isTcp(url));
  return {
    tcp: urls
      .filter(isTcp)
      .map(({ hostname, port }) => ({ host: bare(hostname), port: Number(port) })),
    ...(brokers.length > 0 && { nats: toNatsServers(brokers) }),
  };
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

/** Removes the brackets of an IPv6 address. */
function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

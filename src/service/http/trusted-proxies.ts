import proxyaddr from 'proxy-addr';
import { ipAddress } from '../../audit/ip-address.js';

/** Whether the address of a proxy belongs to one of these networks. Proxies may forward addresses with a port. */
export function trustedProxies(networks: string[] | false): (address: string) => boolean {
  const isTrusted = proxyaddr.compile(networks || []);
  return (address) => {
    const ip = ipAddress(address);
    return ip !== undefined && isTrusted(ip, 0);
  };
}

const names: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Whether a host, as the URL parser writes it, is this device: no network is between. */
export function isLoopback(hostname: string): boolean {
  return names.has(hostname);
}

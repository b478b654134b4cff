const names: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Whether a host name, as the URL parser returns it, means this device, so that no network is involved. */
export function isLoopback(hostname: string): boolean {
  return names.has(hostname);
}

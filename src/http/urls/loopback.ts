const names: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Whether a host, in the form of the URL parser, is this device, which is reached without a network. */
export function isLoopback(hostname: string): boolean {
  return names.has(hostname);
}

const names: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

export function isLoopback(hostname: string): boolean {
  return names.has(hostname);
}

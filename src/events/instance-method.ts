/**
 * Checks that a decorated method is found at the start of the application.
 *
 * @param decorator as in code, for the message
 * @throws TypeError for a static method and for a symbol, which would silently never be called
 */
export function assertInstanceMethod(
  decorator: string,
  target: object,
  method: string | symbol,
): void {
  if (typeof target === 'object' && typeof method === 'string') return;
  throw new TypeError(
    `${decorator} must decorate a method of an instance that has a name, not ${String(method)}.`,
  );
}

import type { ArgumentsHost } from '@nestjs/common';

const readInto = new WeakMap<object, object>();

/**
 * Lets guards and filters of requests handle a message.
 *
 * @param context the context that Nest passes to the handlers of this message beside its payload
 * @param request the request that was made of the message
 */
export function rememberRequest(context: object, request: object): void {
  readInto.set(context, request);
}

/** The request of a call; for a message, the request that was made of it. */
export function requestOf<T extends object>(host: ArgumentsHost): T {
  if (host.getType() !== 'rpc') return host.switchToHttp().getRequest<T>();
  const context = host.switchToRpc().getContext<object>();
  return (readInto.get(context) ?? context) as T;
}

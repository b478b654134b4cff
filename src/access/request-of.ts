import type { ArgumentsHost } from '@nestjs/common';

const readInto = new WeakMap<object, object>();

/**
 * Lets a message be judged by what judges requests.
 *
 * @param context what Nest hands to the handlers of this one message beside its payload
 * @param request what the message was read into
 */
export function rememberRequest(context: object, request: object): void {
  readInto.set(context, request);
}

/** The request of a call; of a message, what it was read into. */
export function requestOf<T extends object>(host: ArgumentsHost): T {
  if (host.getType() !== 'rpc') return host.switchToHttp().getRequest<T>();
  const context = host.switchToRpc().getContext<object>();
  return (readInto.get(context) ?? context) as T;
}

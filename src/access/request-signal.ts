const controllerKey = Symbol('controller');

type AbortableRequest = { [controllerKey]?: AbortController };

/** Aborts when the caller of this request has been told that it took too long. */
export function signalOf(request: object): AbortSignal {
  return controllerOf(request).signal;
}

/** Ends what repeats itself for the sake of this request. */
export function abortRequest(request: object): void {
  controllerOf(request).abort();
}

/** Made when it is first asked for, because most requests never need one. */
function controllerOf(request: AbortableRequest): AbortController {
  return (request[controllerKey] ??= new AbortController());
}

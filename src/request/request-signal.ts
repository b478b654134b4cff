import { requestSlot } from './request-slot.js';

const controllerSlot = requestSlot<AbortController>('controller');

/** Aborts when the request has timed out and the caller has its response. */
export function signalOf(request: object): AbortSignal {
  return controllerOf(request).signal;
}

/** Ends the retries of this request. */
export function abortRequest(request: object): void {
  controllerOf(request).abort();
}

/** Created at first use, because most requests need none. */
function controllerOf(request: object): AbortController {
  const controller = controllerSlot.get(request) ?? new AbortController();
  controllerSlot.set(request, controller);
  return controller;
}

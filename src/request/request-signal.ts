import { requestSlot } from './request-slot.js';

const controllerSlot = requestSlot<AbortController>('controller');

/** Aborts once the request has timed out and the caller has received the response. */
export function getSignal(request: object): AbortSignal {
  return getController(request).signal;
}

/** Ends the retries of the request. */
export function abortRequest(request: object): void {
  getController(request).abort();
}

/** Created on first use, because most requests need no signal. */
function getController(request: object): AbortController {
  const controller = controllerSlot.get(request) ?? new AbortController();
  controllerSlot.set(request, controller);
  return controller;
}

import { Observable } from 'rxjs';
import { UnavailableError } from '../../errors/error-registry.js';
import type { PasswordHasher } from '../passwords/password-hasher.js';
import { abortRequest } from '../../request/request-signal.js';
import { requestSlot } from '../../request/request-slot.js';

/** Responses are promised within five seconds, half a second of them for delivery. */
const timeoutMs = 4_500;

const startSlot = requestSlot<number>('start');

/** The time that waiting passwords take to hash extends the deadline. */
export function startDeadline(request: object, { queueMs }: Pick<PasswordHasher, 'queueMs'>): void {
  startSlot.set(request, performance.now() + queueMs);
}

/**
 * Returns the response to a request, or throws {@link UnavailableError} at its deadline: many statements may each be
 * slow and yet within their own timeout. Work in progress continues, but is no longer retried.
 *
 * @param convert converts the response; an operator such as `map` would add its own layer to every request
 */
export function withinDeadline<T>(request: object, response: Observable<T>): Observable<T>;
export function withinDeadline<T, R>(
  request: object,
  response: Observable<T>,
  convert: (value: T) => R,
): Observable<R>;
export function withinDeadline(
  request: object,
  response: Observable<unknown>,
  convert = (value: unknown) => value,
): Observable<unknown> {
  return new Observable((subscriber) => {
    const now = performance.now();
    const leftMs = (startSlot.get(request) ?? now) + timeoutMs - now;
    const timer = setTimeout(() => {
      abortRequest(request);
      subscriber.error(new UnavailableError());
    }, leftMs);
    const work = response.subscribe({
      next(value) {
        try {
          subscriber.next(convert(value));
        } catch (error) {
          subscriber.error(error);
        }
      },
      error: (error) => subscriber.error(error),
      complete: () => subscriber.complete(),
    });
    subscriber.add(() => {
      clearTimeout(timer);
      work.unsubscribe();
    });
  });
}

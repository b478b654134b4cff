import { Observable } from 'rxjs';
import { UnavailableError } from '../../errors/error-registry.js';
import type { PasswordHasher } from '../passwords/password-hasher.js';
import { abortRequest } from '../../request/request-signal.js';
import { requestSlot } from '../../request/request-slot.js';

/** A response is promised in five seconds, besides those in which other passwords are hashed; it takes time to arrive. */
const timeoutMs = 4_500;

const startSlot = requestSlot<number>('start');

/** Starts the time in which a request is to have its response, where this hasher hashes its passwords. */
export function startDeadline(request: object, { queueMs }: Pick<PasswordHasher, 'queueMs'>): void {
  startSlot.set(request, performance.now() + queueMs);
}

/**
 * The response to a request, or an {@link UnavailableError} when its time is over: each of many statements
 * may be slow and yet in time. What is under way goes on by itself, for it cannot be stopped half-way, but is
 * not repeated any more.
 */
export function withinDeadline<T>(request: object, response: Observable<T>): Observable<T> {
  return new Observable((subscriber) => {
    const now = performance.now();
    const leftMs = (startSlot.get(request) ?? now) + timeoutMs - now;
    const timer = setTimeout(() => {
      abortRequest(request);
      subscriber.error(new UnavailableError());
    }, leftMs);
    subscriber.add(() => clearTimeout(timer));
    response.subscribe(subscriber);
  });
}

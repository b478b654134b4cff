import { Observable } from 'rxjs';
import { UnavailableError } from '../../errors/error-registry.js';
import { passwordQueueMs } from '../passwords/password-hasher.js';
import { abortRequest } from '../request-signal.js';

/** Five seconds are promised, besides those that other people's passwords take; and an answer has a way to go. */
const patienceMs = 4_500;

const beginningKey = Symbol('beginning');

type AwaitedRequest = { [beginningKey]?: number };

/** From now on somebody waits for the answer to this request. */
export function beginAnswer(request: object): void {
  (request as AwaitedRequest)[beginningKey] = performance.now() + passwordQueueMs();
}

/**
 * The answer to a request, or that there is none at the moment: each of many statements may be slow
 * and yet in time. What takes longer goes on by itself, for it cannot be stopped half-way, but repeats nothing any more.
 */
export function answerInTime<T>(request: object, answer: Observable<T>): Observable<T> {
  return new Observable((subscriber) => {
    const now = performance.now();
    const patience = ((request as AwaitedRequest)[beginningKey] ?? now) + patienceMs - now;
    const late = () => {
      abortRequest(request);
      subscriber.error(new UnavailableError());
    };
    const timer = setTimeout(late, patience);
    subscriber.add(() => clearTimeout(timer));
    answer.subscribe(subscriber);
  });
}

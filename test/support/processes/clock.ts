/**
 * Sets the JavaScript clock of a running process, as NTP or an administrator would. Monotonic time is unaffected:
 * timers and `performance.now` continue as usual.
 */
const RealDate = Date;
const realNow = RealDate.now;
const SetDate = new Proxy(RealDate, {
  construct: (target, args: [], newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [now()], newTarget) as object,
});

let offset = 0;

/** Sets the clock to the real time plus an offset in milliseconds. */
export function setClock(offsetMs: number): void {
  offset = offsetMs;
  RealDate.now = now;
  globalThis.Date = SetDate;
}

/** Restores the real time. */
export function restoreClock(): void {
  RealDate.now = realNow;
  globalThis.Date = RealDate;
}

function now(): number {
  return realNow() + offset;
}

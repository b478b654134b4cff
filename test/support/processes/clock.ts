/**
 * The clock as JavaScript knows it, to be set while everything runs, as by NTP or by hand. What
 * measures time rather than telling it, timers and `performance.now`, goes on as it does then.
 */
const RealDate = Date;
const realNow = RealDate.now;
const SetDate = new Proxy(RealDate, {
  construct: (target, args: [], newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [now()], newTarget) as object,
});

let offset = 0;

/** Sets the clock so many milliseconds away from the real time. */
export function setClock(offsetMs: number): void {
  offset = offsetMs;
  RealDate.now = now;
  globalThis.Date = SetDate;
}

/** Back to the real time. */
export function restoreClock(): void {
  RealDate.now = realNow;
  globalThis.Date = RealDate;
}

function now(): number {
  return realNow() + offset;
}

/**
 * Preloaded into the service. On a signal, it prints internal state that is not visible from outside to standard
 * output.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The state of the process after a garbage collection. */
export interface ProbeReport {
  readonly residentBytes: number;
  readonly heapBytes: number;
  /** The members that prototype pollution has added to all objects. */
  readonly polluted: readonly string[];
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

// The service runs in a separate process group, so a Ctrl-C that ends the tests does not reach it.
const tests = process.ppid;
setInterval(() => process.ppid === tests || process.exit(), 1_000).unref();

process.on('SIGUSR2', () => {
  collectGarbage();
  const { rss, heapUsed } = process.memoryUsage();
  const polluted: string[] = [];
  for (const name in { __proto__: Object.prototype }) polluted.push(name);
  for (const name in () => {}) polluted.push(name);
  for (const name in []) polluted.push(name);
  const report: ProbeReport = { residentBytes: rss, heapBytes: heapUsed, polluted };
  console.log(JSON.stringify({ probe: report }));
});

/**
 * Preloaded into the service: on a signal it writes on standard output what cannot be seen from
 * outside.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Of the process, after a garbage collection. */
export interface ProbeReport {
  readonly residentBytes: number;
  readonly heapBytes: number;
  /** The names that prototype pollution has given to all objects. */
  readonly polluted: readonly string[];
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

// In a process group of its own, the service does not hear the Ctrl-C that ends the tests.
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

import { readdirSync, readFileSync } from 'node:fs';

/** USER_HZ. Linux uses 100 for all values in /proc. */
const ticksPerSecond = 100;

export function median(values) {
  return percentile(values, 0.5);
}

/** Returns the sum, or undefined if any value is undefined. */
export function sum(values) {
  return values.includes(undefined) ? undefined : values.reduce((total, each) => total + each, 0);
}

/** Returns a percentile, interpolated between neighbours. Returns undefined for an empty list. */
export function percentile(values, share) {
  if (values.length === 0) return undefined;
  const sorted = Float64Array.from(values).sort();
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const above = Math.ceil(place);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}

/** Returns the CPU seconds of a process with all its threads, or undefined without /proc. */
export function cpuSeconds(pid) {
  const stat = readStat(pid);
  return stat && stat.own / ticksPerSecond;
}

/** Returns the CPU seconds of a process and its children, including ended ones. */
export function familyCpuSeconds(pid) {
  const parent = readStat(pid);
  if (!parent) return undefined;
  const living = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readStat)
    .filter((stat) => stat?.parent === pid)
    .reduce((sum, { own }) => sum + own, 0);
  return (parent.own + parent.ended + living) / ticksPerSecond;
}

/** Returns the resident memory of a process in megabytes, or undefined without /proc. */
export function residentMegabytes(pid) {
  // The kB in /proc are KiB.
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`) ?? '') ?? [];
  return kibibytes && (Number(kibibytes) * 1_024) / 1e6;
}

/** See proc_pid_stat(5). The name, in parentheses, may contain any characters. */
function readStat(pid) {
  const text = read(`/proc/${pid}/stat`);
  if (!text) return undefined;
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent] = fields;
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15);
  return { parent, own: user + system, ended: endedUser + endedSystem };
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

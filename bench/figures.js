import { readdirSync, readFileSync } from 'node:fs';

/** USER_HZ, which Linux has fixed at 100 for what /proc tells. */
const ticksPerSecond = 100;

export function median(values) {
  return percentile(values, 0.5);
}

/** The sum; undefined where one of them is. */
export function sum(values) {
  return values.includes(undefined) ? undefined : values.reduce((total, each) => total + each, 0);
}

/** The value below which this share of them lies, between two where there is none; undefined of nothing. */
export function percentile(values, share) {
  if (values.length === 0) return undefined;
  const sorted = Float64Array.from(values).sort();
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const above = Math.ceil(place);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}

/** The CPU seconds a process has used with all its threads; undefined where there is no /proc. */
export function cpuSeconds(pid) {
  const stat = readStat(pid);
  return stat && stat.own / ticksPerSecond;
}

/** The CPU seconds of a process, its children, and those that have ended. */
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

/** The megabytes a process holds in memory; undefined where there is no /proc. */
export function residentMegabytes(pid) {
  // What /proc calls kB are KiB.
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`) ?? '') ?? [];
  return kibibytes && (Number(kibibytes) * 1_024) / 1e6;
}

/** See proc_pid_stat(5). The name, in parentheses, may hold anything. */
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

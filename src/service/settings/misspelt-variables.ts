/** Variables of desktops, and of platforms that also set DATABASE_URL. */
const foreign = new Set([
  'SESSION_MANAGER',
  'DATABASE_PUBLIC_URL',
  'DATABASE_PRIVATE_URL',
  'DATABASE_URL_UNPOOLED',
]);

/** Whether Kubernetes sets this variable in each pod, for a Service of its namespace. */
function isServiceLink(variable: string, value: string): boolean {
  if (/_SERVICE_(?:HOST|PORT(?:_.*)?)$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_|$)/.test(variable))
    return true;
  return /_PORT$/.test(variable) && /^(?:tcp|udp|sctp):\/\//.test(value);
}

/**
 * Finds variables that are not settings but resemble one, by their spelling or by a first word that several settings
 * share.
 *
 * @returns pairs of a variable and the most similar setting
 */
export function findMisspelt(
  env: NodeJS.ProcessEnv,
  settings: ReadonlySet<string>,
): [variable: string, setting: string][] {
  const found: [string, string][] = [];
  for (const [variable, value] of Object.entries(env)) {
    if (!value?.trim() || settings.has(variable) || foreign.has(variable)) continue;
    if (isServiceLink(variable, value)) continue;
    const setting = findSimilar(variable, [...settings]);
    if (setting !== undefined) found.push([variable, setting]);
  }
  return found;
}

function findSimilar(variable: string, settings: readonly string[]): string | undefined {
  const [word] = /^[^_]+_/.exec(variable) ?? [];
  const related = settings.filter(
    (name) => word !== undefined && name.startsWith(word) && !name.endsWith('_FILE'),
  );
  // Only secrets can come from a file.
  const spellings = [variable, variable.replace(/_FILE$/, '')];
  const candidates =
    related.length > 1
      ? related
      : settings.filter((name) => spellings.some((spelling) => isTypo(spelling, name)));
  const distances = new Map(candidates.map((name) => [name, editDistance(variable, name)]));
  return candidates.sort((a, b) => distances.get(a)! - distances.get(b)!)[0];
}

/** Whether a variable could be a mistyped setting. Short names differ from too many other variables by one character. */
function isTypo(variable: string, setting: string): boolean {
  const most = Math.min(2, Math.floor(setting.length / 5));
  if (variable[0] !== setting[0] || Math.abs(variable.length - setting.length) > most) return false;
  return editDistance(variable, setting) <= most;
}

/** The number of inserted, removed and replaced characters between two texts (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}

/** The oldest supported Node.js, the same as `engines` in package.json. */
const oldest = [20, 19] as const;

/**
 * The sentence for a start on an unsupported Node.js; undefined if the version is new enough.
 *
 * @param version such as `20.19.0`
 */
export function nodeVersionProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
  if (isEnough) return undefined;
  return `Node.js ${version} is too old: nest-accounts needs ${oldest.join('.')} or newer.`;
}

/** Loads a program. An old Node.js fails to parse its modules, so the version is checked before any of them is loaded. */
export function loadIfSupported(load: () => Promise<unknown>): void {
  const problem = nodeVersionProblem(process.versions.node);
  if (problem === undefined) return void load();
  console.error(problem);
  process.exitCode = 1;
}

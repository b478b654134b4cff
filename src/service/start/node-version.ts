/** The oldest Node.js that runs this package, as `engines` in package.json says. */
const oldest = [20, 19];

/**
 * The sentence with which a start on this version of Node.js ends; undefined where the version is new enough.
 *
 * @param version like `20.19.0`
 */
export function nodeVersionProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > oldest[0]! || (major === oldest[0] && minor >= oldest[1]!);
  if (isEnough) return undefined;
  return `Node.js ${version} is too old: nest-accounts needs ${oldest.join('.')} or newer.`;
}

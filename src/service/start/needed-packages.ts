import { StartError } from './start.error.js';

/**
 * Loads a module whose packages are optional.
 *
 * @param sentence says what requires the packages
 * @param packages the packages, as arguments of `npm install`
 * @throws StartError with the command that installs them
 */
export async function loadNeeding<T>(
  sentence: string,
  packages: string,
  load: () => Promise<T>,
): Promise<T> {
  try {
    return await load();
  } catch (error) {
    // The second code means that a loaded package fails to require another one.
    const { code }: Partial<NodeJS.ErrnoException> = error ?? {};
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    throw new StartError(`${sentence}: npm install ${packages}`, { cause: error });
  }
}

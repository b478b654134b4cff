import { StartError } from './start.error.js';

/**
 * Loads a module whose packages are optional.
 *
 * @param sentence what the packages are needed for
 * @param packages the packages, as parameters of `npm install`
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
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new StartError(`${sentence}: npm install ${packages}`, { cause: error });
  }
}

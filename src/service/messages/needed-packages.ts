import { StartError } from '../start.error.js';

/**
 * Loads what stands on packages that are not installed for every use.
 *
 * @param sentence what needs them
 * @param packages as `npm install` takes them
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

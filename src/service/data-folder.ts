import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from './start.error.js';

/**
 * Makes the folder of DATA_DIR, for its owner alone, if it is not there.
 *
 * @throws StartError when nothing can be written there
 */
export function makeDataFolder(folder: string): void {
  try {
    makeEach(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`DATA_DIR is not usable: it cannot be written to (${code}).`, {
      cause: error,
    });
  }
}

/** One by one: below /proc, Node would try for ever to make them all. */
function makeEach(folder: string): void {
  if (isFolder(folder)) return;
  if (dirname(folder) !== folder) makeEach(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may begin at the same moment.
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

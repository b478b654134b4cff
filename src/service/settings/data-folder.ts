import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { StartError } from '../start/start.error.js';

/**
 * Creates the folder of DATA_DIR, accessible to its owner alone, if it is missing.
 *
 * @throws StartError when the folder is not writable
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

/** Creates folders one by one, because below /proc Node's recursive creation never ends. */
function makeEach(folder: string): void {
  if (isFolder(folder)) return;
  if (dirname(folder) !== folder) makeEach(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may create it at the same time.
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** The folder of mails that are not sent. */
export function mailFolder(dataDir: string): string {
  return join(dataDir, 'mail');
}

/** The path as it can be pasted: relative to the working directory where it is below it. */
export function shownPath(path: string): string {
  const below = relative(process.cwd(), path);
  return below.startsWith('..') ? path : below;
}

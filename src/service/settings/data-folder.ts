import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { StartError } from '../start/start.error.js';

/**
 * Creates the DATA_DIR folder if it is missing, accessible only to its owner.
 *
 * @throws StartError if the folder is not writable
 */
export function makeDataFolder(folder: string): void {
  try {
    makeEach(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code }: Partial<NodeJS.ErrnoException> = error ?? {};
    throw new StartError(`DATA_DIR is not usable: it cannot be written to (${code}).`, {
      cause: error,
    });
  }
}

/** Creates folders one by one, because Node's recursive creation never ends below /proc. */
function makeEach(folder: string): void {
  if (isFolder(folder)) return;
  if (dirname(folder) !== folder) makeEach(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it at the same time.
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

export function mailFolder(dataDir: string): string {
  return join(dataDir, 'mail');
}

/** A path to copy and paste: relative if it is below the working directory. */
export function shownPath(path: string): string {
  const below = relative(process.cwd(), path);
  return below.startsWith('..') ? path : below;
}

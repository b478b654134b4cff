import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minSecretLength } from '../../access/sealing/token-seal.js';
import { makeDataFolder } from './data-folder.js';
import { SettingsError } from './settings.error.js';

/** The secret for an empty SECRET_KEY: created at the first start and kept in DATA_DIR. */
export function rememberedSecret(dataDir: string): string {
  const file = join(dataDir, 'secret-key');
  makeDataFolder(dataDir);
  if (!existsSync(file)) {
    // The file is written under another name and then linked. So no process reads a partial file, and the first file
    // wins.
    const draft = join(dataDir, `secret-key-${process.pid}-${randomBytes(6).toString('hex')}`);
    writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600 });
    try {
      linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft);
    }
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < minSecretLength) {
    throw new SettingsError([
      'The file secret-key in DATA_DIR is damaged; remove it or set SECRET_KEY.',
    ]);
  }
  return secret;
}

import { join } from 'node:path';
import { toPredicate, findUnavailability } from '../../database/connection/database-failure.js';
import { EmbeddedPostgres } from '../../embedded-postgres/embedded-postgres.js';
import { MigrationError } from '../../database/migration.error.js';
import { migrate } from '../../database/migrations.js';
import { makeDataFolder } from '../settings/data-folder.js';
import type { Settings } from '../settings/settings.js';
import { StartError } from './start.error.js';

/** A migrated database and the function that releases it. */
interface OpenDatabase {
  readonly url: string;
  readonly applied: readonly string[];
  /** Stops the embedded PostgreSQL, unless another process still uses it. */
  close(): Promise<void>;
}

/** Opens the PostgreSQL of the settings, or the embedded one below the data folder, and migrates it. */
export async function openDatabase({
  databaseUrl,
  databaseDirectUrl: directUrl,
  dataDir,
}: Settings): Promise<OpenDatabase> {
  const embedded = databaseUrl ? undefined : await startEmbedded(dataDir);
  const url = databaseUrl ?? embedded!.url;
  try {
    const applied = await migrate({ url, directUrl });
    return { url, applied, close: async () => embedded?.stop() };
  } catch (error) {
    await embedded?.stop();
    const failure = error instanceof MigrationError ? (error.cause ?? error) : error;
    const reason = whyUnusable(failure);
    if (reason === undefined) throw error;
    const database = embedded ? 'The embedded PostgreSQL' : 'The database of DATABASE_URL';
    throw new StartError(`${database} ${reason}`, { cause: error });
  }
}

function startEmbedded(dataDir: string): Promise<EmbeddedPostgres> {
  makeDataFolder(dataDir);
  return EmbeddedPostgres.start(join(dataDir, 'postgres'));
}

/**
 * Sentences for errors that only a start reports, by SQLSTATE or network error code, for the operator who set
 * DATABASE_URL.
 */
const sentences: Readonly<Record<string, string>> = {
  '3F000': 'has no schema with this name.',
  '42501':
    'does not let this user create what is needed: grant it CREATE, or migrate as its owner.',
  '25006': 'is read-only: name its primary.',
  ENOENT: 'cannot be reached: there is no such socket.',
};

function whyUnusable(error: unknown): string | undefined {
  const { code = '', message = '' }: { code?: string; message?: string } = error ?? {};
  if (sentences[code]) return sentences[code];
  if (/does not support SSL/.test(message))
    return 'does not support TLS, which the sslmode requires.';
  if (/CERT|UNABLE_TO_VERIFY|SELF_SIGNED/.test(code)) {
    return `has a TLS certificate that is not trusted (${code}): see sslrootcert and sslmode.`;
  }
  const reason = findUnavailability(error);
  return reason && (toPredicate(reason) ?? `cannot be reached: ${code || message}.`);
}

import { join } from 'node:path';
import { isDatabaseUnavailable } from '../database/database-failure.js';
import { EmbeddedPostgres } from '../database/embedded-postgres.js';
import { migrate } from '../database/migrations.js';
import { makeDataFolder } from './data-folder.js';
import type { Settings } from './settings.js';
import { StartError } from './start.error.js';

/** A migrated database and how to leave it. */
export interface OpenDatabase {
  readonly url: string;
  /** The names of the migrations that were applied. */
  readonly applied: readonly string[];
  /** Stops the embedded PostgreSQL, unless another process still uses it. */
  close(): Promise<void>;
}

/** The PostgreSQL of the settings, or the embedded one below the data folder, migrated. */
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
    if (!isDatabaseUnavailable(error)) throw error;
    const reason = (error as { code?: string }).code ?? (error as Error).message;
    const database = embedded ? 'The embedded PostgreSQL' : 'The database of DATABASE_URL';
    throw new StartError(`${database} cannot be reached: ${reason}.`, { cause: error });
  }
}

function startEmbedded(dataDir: string): Promise<EmbeddedPostgres> {
  makeDataFolder(dataDir);
  return EmbeddedPostgres.start(join(dataDir, 'postgres'));
}

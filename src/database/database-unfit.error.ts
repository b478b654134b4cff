/** PostgreSQL 15, as in `server_version_num`. */
const oldestVersion = 150_000;

/** The database cannot be used. The message explains why, and what to do. */
export class DatabaseUnfitError extends Error {
  override readonly name = 'DatabaseUnfitError';
}

export interface ServerKind {
  readonly encoding: string;
  readonly version: number;
}

/** The columns of a {@link ServerKind}. */
export const serverKind = `
  current_setting('server_encoding') AS encoding,
  current_setting('server_version_num')::int AS version`;

/** @throws DatabaseUnfitError */
export function assertFit({ encoding, version }: ServerKind): void {
  if (version < oldestVersion) {
    throw new DatabaseUnfitError('The database is older than PostgreSQL 15: use a newer one.');
  }
  if (encoding !== 'UTF8') {
    throw new DatabaseUnfitError(
      `The encoding of the database is ${encoding}: create one with "ENCODING 'UTF8' TEMPLATE template0".`,
    );
  }
}

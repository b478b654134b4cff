import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly corrections: readonly Correction[];
}

/**
 * Updates a database that applied an earlier text of a migration. The file is next to the migration, and its name is
 * `<kind>-<first 12 digits of the earlier text's checksum>.sql`. After a repair, the current text counts as applied;
 * after an undo, it is applied again.
 */
export interface Correction {
  readonly kind: 'repair' | 'undo';
  readonly checksum: string;
  readonly sql: string;
}

const folders = new Map<string, readonly Migration[]>();

/** Reads each prisma/migrations/<timestamp>_<name>/migration.sql once. */
export function readMigrations(
  folder = new URL('./prisma/migrations/', import.meta.resolve('#package.json')),
): readonly Migration[] {
  const known = folders.get(folder.href);
  if (known) return known;
  const migrations = readdirSync(folder)
    .sort()
    .map((name) => ({ name, file: new URL(`${name}/migration.sql`, folder) }))
    .filter(({ file }) => existsSync(file))
    .map(({ name, file }) => {
      const corrections = readCorrections(new URL('./', file));
      return { name, sql: readFileSync(file, 'utf8'), corrections };
    });
  folders.set(folder.href, migrations);
  return migrations;
}

function readCorrections(folder: URL): Correction[] {
  return readdirSync(folder).flatMap((name) => {
    const [, kind, checksum] = /^(repair|undo)-([\da-f]{12})\.sql$/.exec(name) ?? [];
    if ((kind !== 'repair' && kind !== 'undo') || !checksum) return [];
    const sql = readFileSync(new URL(name, folder), 'utf8');
    return [{ kind, checksum, sql }];
  });
}

/** Returns the checksums that Prisma computes, with the line ends of this package and of a Windows checkout. */
export function checksums(sql: string): string[] {
  const unix = sql.replaceAll('\r\n', '\n');
  return [unix, unix.replaceAll('\n', '\r\n')].map((text) =>
    createHash('sha256').update(text).digest('hex'),
  );
}

/** The database cannot be migrated. The message names the failing migration. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** The embedded PostgreSQL cannot be used; the message states why, and what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

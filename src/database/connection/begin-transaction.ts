/** Longer than any transaction may take, so that it ends only one whose node is silent. */
const idleMs = 5_000;

/**
 * Begins a transaction, in one round trip. A node that is stopped in it, or loses its power, says nothing more, and its
 * connection lasts for hours: the server ends it, so that its locks do not stop the other nodes. It is a setting of the
 * transaction alone, because a pooler takes none of a connection, and a connection of a host's pool is the host's.
 */
export const beginTransaction = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${idleMs}`;

/** Longer than any transaction may be idle, so that only those of stopped nodes end. */
const idleMs = 5_000;

/**
 * Starts a transaction whose locks end if its node stops or loses power. The timeout is set per transaction, because
 * poolers reject connection settings, and the connections of a host's pool belong to the host.
 */
export const beginTransaction = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${idleMs}`;

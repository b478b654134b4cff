import type { Principal } from '../access/principal.js';
import type { Caller } from './accounts.repository.js';

/** Who asks for a change, through what and from where. */
export interface Requester extends Caller {
  /** The IP address wrong passwords are counted by. Default: one for all of whom none is known. */
  source?: string;
  /** The application of an OAuth token: what it guesses is not counted as its user's own tries. */
  clientId?: string;
}

/** @param source the IP address of the caller */
export function requesterOf(
  { kind, application, authorizationId }: Principal,
  source: string,
): Requester {
  return { source, authorizationId, clientId: kind === 'oauth' ? application.id : undefined };
}

import type { ByOperator, Requester } from '../request/requester.js';
import type { Account } from '../database/records.js';

/**
 * What allows a change: the request itself, or what its caller has shown besides or instead. The guard of the request or
 * the check makes it, and nothing changes once it has ended.
 *
 * - `credentials`: the request, while the account has the credentials that it had when it was checked
 * - `password`: the password of this generation alone, in whichever session it was entered
 * - `factor`: a code or passkey, which the change uses up
 * - `link`: the link of a mail, which the change uses up, for the credentials of this generation or, without one, for any
 */
export type Proof =
  | Requester
  | { readonly shown: 'credentials'; readonly generation: number; readonly requester: Requester }
  | { readonly shown: 'password'; readonly generation: number; readonly requester: Requester }
  | { readonly shown: 'factor'; readonly requester: Requester }
  | { readonly shown: 'link'; readonly generation?: number; readonly requester: Requester };

/** What the statement of a change requires: that all of these still exist. */
export interface Conditions {
  /** The generation of the account's credentials. */
  readonly generation?: number | undefined;
  readonly sessionId?: string | undefined;
  readonly tokenId?: string | undefined;
}

/** The request for a change of this account, as long as its credentials stay as they were when it was read. */
export function withCredentials(
  { credentialsGeneration: generation }: Pick<Account, 'credentialsGeneration'>,
  requester: Requester,
): Proof {
  return { shown: 'credentials', generation, requester };
}

/** The caller who presents a proof. @throws TypeError without one, which a caller in JavaScript may have left out */
export function requesterOf(proof: Proof): Requester {
  const requester = proof && 'shown' in proof ? proof.requester : proof;
  if (!requester?.channel) throw new TypeError('Say who calls: byHost, where the host decides.');
  return requester;
}

/** What a change requires. @throws TypeError as {@link requesterOf} does */
export function conditionsOf(proof: Proof): Conditions {
  const ofRequest = conditionsOfRequest(requesterOf(proof));
  if (!('shown' in proof)) return ofRequest;
  switch (proof.shown) {
    case 'credentials':
      return { ...ofRequest, generation: proof.generation };
    case 'password':
    case 'link':
      return { generation: proof.generation };
    case 'factor':
      return {};
  }
}

function conditionsOfRequest(requester: Requester): Conditions {
  switch (requester.channel) {
    case 'http':
    case 'messages':
      return 'tokenId' in requester ? { tokenId: requester.tokenId } : ofOperator(requester);
    case 'console':
      return { sessionId: requester.sessionId };
    case 'command_line':
      return ofOperator(requester);
    case 'code':
    case 'oauth':
      return {};
  }
}

/** Nothing of an operator ends during the change. */
const ofOperator = (_: ByOperator): Conditions => ({});

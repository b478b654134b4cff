import type { ByOperator, Requester } from '../request/requester.js';
import type { Account } from '../database/records.js';

/**
 * Allows a change. The proof is the request itself, or something that its caller has presented in addition or instead.
 * The request guard or a check creates it. A proof that has ended allows no change.
 *
 * - `credentials`: the request, while the account has the same credentials as at the check
 * - `password`: only the password of this generation, in whichever session it was entered
 * - `factor`: a code or passkey, consumed by the change
 * - `link`: a mail link, consumed by the change, for the credentials of this generation or, without a generation, for
 *   any
 */
export type Proof =
  | Requester
  | { readonly shown: 'credentials'; readonly generation: number; readonly requester: Requester }
  | { readonly shown: 'password'; readonly generation: number; readonly requester: Requester }
  | { readonly shown: 'factor'; readonly requester: Requester }
  | { readonly shown: 'link'; readonly generation?: number; readonly requester: Requester };

/** The credentials, session and token that must still exist when a change is made. */
export interface Conditions {
  readonly generation?: number | undefined;
  readonly sessionId?: string | undefined;
  readonly tokenId?: string | undefined;
}

/** Returns a proof for a change of this account that requires its credentials to be unchanged since it was read. */
export function withCredentials(
  { credentialsGeneration: generation }: Pick<Account, 'credentialsGeneration'>,
  requester: Requester,
): Proof {
  return { shown: 'credentials', generation, requester };
}

/** Returns the caller of a proof. @throws TypeError without one, which a JavaScript caller may have omitted */
export function getRequester(proof: Proof): Requester {
  const requester = proof && 'shown' in proof ? proof.requester : proof;
  if (!requester?.channel) throw new TypeError('Pass a caller, for example byHost.');
  return requester;
}

export function toConditions(proof: Proof): Conditions {
  const fromRequest = toRequestConditions(getRequester(proof));
  if (!('shown' in proof)) return fromRequest;
  switch (proof.shown) {
    case 'credentials':
      return { ...fromRequest, generation: proof.generation };
    case 'password':
    case 'link':
      return { generation: proof.generation };
    case 'factor':
      return {};
  }
}

function toRequestConditions(requester: Requester): Conditions {
  switch (requester.channel) {
    case 'http':
    case 'messages':
      return 'tokenId' in requester
        ? { tokenId: requester.tokenId }
        : toOperatorConditions(requester);
    case 'console':
    case 'session':
      return { sessionId: requester.sessionId };
    case 'command_line':
      return toOperatorConditions(requester);
    case 'code':
    case 'oauth':
      return {};
  }
}

/** Operators have no session or token that could end. */
const toOperatorConditions = (_: ByOperator): Conditions => ({});

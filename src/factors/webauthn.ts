import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Bytes, Passkey } from '../database/records.js';
import { isOverlong } from '../language/raw-text.js';

/** Ed25519, ES256 and RS256, as COSE numbers them. */
const algorithms = [-8, -7, -257];

/** How long the browser waits for its user. */
const timeoutMs = 5 * 60_000;

/** WebAuthn level 3, section 5.8.3. */
const maxCredentialIdBytes = 1_023;

/** The WebAuthn relying party, in one browser. */
export interface RelyingParty {
  /** The domain that passkeys belong to. */
  readonly rpId: string;
  /** Shown by browsers and password managers. Default: the domain */
  readonly name?: string | undefined;
  /** The origin of the page. */
  readonly origin: string;
  /** The token in the browser's cookie, to which a challenge is bound. */
  readonly browser: string;
}

export type Credential = Pick<
  Passkey,
  'credentialId' | 'publicKey' | 'counter' | 'transports' | 'backupEligible' | 'backedUp'
>;

export type Assertion = Pick<Passkey, 'counter' | 'backedUp'>;

interface CredentialResponse {
  readonly credentialId: string;
  readonly userHandle: string | undefined;
}

export function creationOptions(
  { rpId, name = rpId }: RelyingParty,
  challenge: string,
  user: { readonly handle: Bytes; readonly email: string; readonly name: string },
  known: readonly Passkey[],
): object {
  const id = Buffer.from(user.handle).toString('base64url');
  return {
    rp: { id: rpId, name },
    user: { id, name: user.email, displayName: user.name },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: timeoutMs,
    excludeCredentials: known.map(toDescriptor),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  };
}

export function requestOptions(
  { rpId }: RelyingParty,
  challenge: string,
  allowed: readonly Passkey[],
): object {
  const allowCredentials = allowed.map(toDescriptor);
  return { rpId, challenge, timeout: timeoutMs, allowCredentials, userVerification: 'required' };
}

const toDescriptor = ({ credentialId, transports }: Passkey) => ({
  type: 'public-key',
  id: credentialId,
  transports,
});

export function toCredential(text: string): CredentialResponse | undefined {
  const { id, response }: { id?: unknown; response?: unknown } = parsed(text) ?? {};
  if (typeof id !== 'string' || isOverlong(id, maxCredentialIdBytes)) return undefined;
  // The id is base64url. PostgreSQL cannot compare some other text, such as NUL.
  if (!/^[\w-]+$/.test(id)) return undefined;
  const { userHandle }: { userHandle?: unknown } = response ?? {};
  return { credentialId: id, userHandle: typeof userHandle === 'string' ? userHandle : undefined };
}

/** Verifies a new passkey (WebAuthn level 3, section 7.1), including user verification. */
export async function createdCredential(
  text: string,
  { rpId, origin }: RelyingParty,
  isChallenge: (challenge: string) => boolean,
): Promise<Credential | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const response = parsed(text) as RegistrationResponseJSON;
  try {
    if (!(await isWithoutCertificates(response))) return undefined;
    const { registrationInfo: created } = await verifyRegistrationResponse({
      response,
      expectedChallenge: isChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!created) return undefined;
    const { id, publicKey, counter } = created.credential;
    if (Buffer.from(id, 'base64url').length > maxCredentialIdBytes) return undefined;
    return {
      credentialId: id,
      publicKey: new Uint8Array(publicKey),
      counter: BigInt(counter),
      transports: readTransports(response),
      backupEligible: created.credentialDeviceType === 'multiDevice',
      backedUp: created.credentialBackedUp,
    };
  } catch {
    // The package throws for every text that is not such a response.
    return undefined;
  }
}

/** Whether an attestation has no certificates. The options request none, so none is parsed. */
async function isWithoutCertificates({ response }: RegistrationResponseJSON): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const object = new Uint8Array(Buffer.from(response.attestationObject, 'base64url'));
  const attestation = decodeAttestationObject(object);
  const format = attestation.get('fmt');
  const isSelfAttested = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined;
  return format === 'none' || isSelfAttested;
}

function readTransports({ response }: RegistrationResponseJSON): string[] {
  const named: unknown = response.transports;
  if (!Array.isArray(named)) return [];
  const isName = (each: unknown): each is string =>
    typeof each === 'string' && /^[a-z-]{1,20}$/.test(each);
  return named.filter(isName).slice(0, 8);
}

/** Verifies a signature (WebAuthn level 3, section 7.2), including user verification. The caller checks the counter. */
export async function signedAssertion(
  text: string,
  { credentialId: id, publicKey }: Credential,
  { rpId, origin }: RelyingParty,
  isChallenge: (challenge: string) => boolean,
): Promise<Assertion | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo: signed } = await verifyAuthenticationResponse({
      response: parsed(text) as AuthenticationResponseJSON,
      expectedChallenge: isChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
    });
    if (!verified) return undefined;
    return { counter: BigInt(signed.newCounter), backedUp: signed.credentialBackedUp };
  } catch {
    // The package throws for every text that is not such a response.
    return undefined;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

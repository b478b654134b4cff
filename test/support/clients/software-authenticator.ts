import {
  createHash,
  generateKeyPairSync,
  randomBytes,
  sign,
  X509Certificate,
  type KeyObject,
} from 'node:crypto';

/** Deviations from a correct authenticator. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  /** Whether the authenticator has verified its user. */
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly crossOrigin?: boolean;
  readonly userHandle?: string | null;
  /** Whether the authenticator signs other data. */
  readonly isForged?: boolean;
  /** A device certificate and key in PEM, for a device attestation (WebAuthn level 3, section 8.6). */
  readonly certificate?: { readonly cert: string; readonly key: string };
}

interface Credential {
  readonly id: Buffer;
  readonly rpId: string;
  readonly userHandle: string;
  readonly privateKey: KeyObject;
}

const flags = { present: 1, verified: 4, backupEligible: 8, backedUp: 16, credential: 64 };

/** A software authenticator together with its browser: WebAuthn level 3, ES256, no attestation by default. */
export class SoftwareAuthenticator {
  readonly credentials: Credential[] = [];
  /** The signature counter. 0 disables counting. */
  counter = 1;
  isBackedUp = true;

  constructor(private readonly origin: string) {}

  /** Returns the JSON response to `PublicKeyCredentialCreationOptionsJSON`. */
  create(json: string, deviation: Deviation = {}): string {
    const options = JSON.parse(json);
    const known = new Set(this.credentials.map(({ id }) => id.toString('base64url')));
    if (options.excludeCredentials.some(({ id }: { id: string }) => known.has(id))) {
      throw new Error('InvalidStateError');
    }
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const id = randomBytes(32);
    const { id: userHandle } = options.user;
    const rpId = deviation.rpId ?? options.rp.id;
    this.credentials.push({ id, rpId, userHandle, privateKey });
    const { x, y } = publicKey.export({ format: 'jwk' });
    const key = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x!, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y!, 'base64url'),
    ]);
    const authenticatorData = Buffer.concat([
      this.getData(rpId, deviation, flags.credential),
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      key,
    ]);
    const clientDataJSON = this.clientData('webauthn.create', options.challenge, deviation);
    const point = [Buffer.from([4]), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')];
    const attested = [Buffer.from([0]), sha256(rpId), getSha256(clientDataJSON), id, ...point];
    const { certificate } = deviation;
    const statement = certificate ? u2fStatement(certificate, attested) : Buffer.from([0xa0]);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      text('fmt'),
      text(certificate ? 'fido-u2f' : 'none'),
      text('attStmt'),
      statement,
      text('authData'),
      bytes(authenticatorData),
    ]);
    return getResponse(id, {
      clientDataJSON,
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal', 'hybrid'],
    });
  }

  /** Returns the JSON response to `PublicKeyCredentialRequestOptionsJSON` with the last allowed credential. */
  get(json: string, deviation: Deviation = {}): string {
    const options = JSON.parse(json);
    const allowed = new Set(options.allowCredentials.map(({ id }: { id: string }) => id));
    const credential = this.credentials.findLast(
      ({ id, rpId }) =>
        rpId === options.rpId && (allowed.size === 0 || allowed.has(id.toString('base64url'))),
    );
    if (!credential) throw new Error('NotAllowedError');
    return this.getWith(credential, json, deviation);
  }

  /** Like {@link get}, but with this credential, even if it is not allowed. */
  getWith(credential: Credential, json: string, deviation: Deviation = {}): string {
    const { challenge } = JSON.parse(json);
    if (this.counter > 0) this.counter++;
    const authenticatorData = this.getData(deviation.rpId ?? credential.rpId, deviation);
    const clientDataJSON = this.clientData('webauthn.get', challenge, deviation);
    const signed = Buffer.concat([
      authenticatorData,
      deviation.isForged ? sha256('another') : getSha256(clientDataJSON),
    ]);
    const userHandle =
      deviation.userHandle === undefined ? credential.userHandle : deviation.userHandle;
    return getResponse(credential.id, {
      clientDataJSON,
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, credential.privateKey).toString('base64url'),
      ...(userHandle !== null && { userHandle }),
    });
  }

  private getData(rpId: string, { isVerified = true, counter }: Deviation, more = 0): Buffer {
    const backup = this.isBackedUp ? flags.backupEligible | flags.backedUp : flags.backupEligible;
    const verified = isVerified ? flags.verified : 0;
    const head = Buffer.alloc(5);
    head.writeUInt8(flags.present | verified | backup | more);
    head.writeUInt32BE(counter ?? this.counter, 1);
    return Buffer.concat([sha256(rpId), head]);
  }

  private clientData(type: string, challenge: string, deviation: Deviation): string {
    const data = {
      type,
      challenge: deviation.challenge ?? challenge,
      origin: deviation.origin ?? this.origin,
      crossOrigin: deviation.crossOrigin ?? false,
    };
    return Buffer.from(JSON.stringify(data)).toString('base64url');
  }
}

function getResponse(id: Buffer, response: object): string {
  const name = id.toString('base64url');
  return JSON.stringify({
    id: name,
    rawId: name,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });
}

/** Encodes a device's attestation statement about a key, in CBOR. */
function u2fStatement(
  { cert, key }: NonNullable<Deviation['certificate']>,
  attested: readonly Buffer[],
): Buffer {
  return Buffer.concat([
    Buffer.from([0xa2]),
    text('sig'),
    bytes(sign('sha256', Buffer.concat(attested), key)),
    text('x5c'),
    Buffer.from([0x81]),
    bytes(new X509Certificate(cert).raw),
  ]);
}

const getSha256 = (base64url: string) => sha256(Buffer.from(base64url, 'base64url'));
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest();

/** Encodes a text of less than 24 bytes in CBOR (RFC 8949). */
const text = (content: string) =>
  Buffer.concat([Buffer.from([0x60 + content.length]), Buffer.from(content)]);

/** Encodes up to 65,535 bytes in CBOR. */
function bytes(content: Buffer): Buffer {
  const head = Buffer.from([0x59, 0, 0]);
  head.writeUInt16BE(content.length, 1);
  return Buffer.concat([head, content]);
}

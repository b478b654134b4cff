import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

/** In characters. 32 random characters from an alphabet of 62 have 190 bits. */
export const minSecretLength = 32;

/**
 * Seals values with AES-256-GCM that must be readable again: tokens that are shown to their owner (SPEC 5.3), and
 * cookie data. The first secret seals, and every secret opens. To rotate, put a new secret in front of the old one.
 */
export class TokenSeal {
  private readonly keys: readonly Buffer[];
  private readonly codeKeys: readonly Buffer[];
  /** Identifies each secret without revealing it, in order: 16 hexadecimal digits each. */
  readonly fingerprints: readonly string[];

  get size(): number {
    return this.keys.length;
  }

  /** @throws RangeError if a secret is shorter than {@link minSecretLength} */
  constructor(secrets: readonly string[]) {
    if (secrets.length === 0 || secrets.some((secret) => secret.length < minSecretLength)) {
      throw new RangeError(`Each secret key needs at least ${minSecretLength} characters.`);
    }
    this.keys = secrets.map((secret) =>
      Buffer.from(hkdfSync('sha256', secret, '', 'access token seal', 32)),
    );
    this.codeKeys = secrets.map((secret) =>
      Buffer.from(hkdfSync('sha256', secret, '', 'eight-digit code', 32)),
    );
    this.fingerprints = secrets.map((secret) =>
      Buffer.from(hkdfSync('sha256', secret, '', 'secret key fingerprint', 8)).toString('hex'),
    );
  }

  /** @param owner the id that the value belongs to; opening it for another id fails */
  seal(token: string, owner: string): Uint8Array<ArrayBuffer> {
    const iv = randomBytes(ivLength);
    const cipher = createCipheriv(algorithm, this.keys[0]!, iv).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([cipher.update(Buffer.from(token)), cipher.final()]);
    return new Uint8Array(Buffer.concat([iv, cipher.getAuthTag(), sealed]));
  }

  open(sealed: Uint8Array, owner: string): string | undefined {
    return this.find(sealed, owner)?.value;
  }

  /** Seals content as text for an event, without an expiry. {@link openJson} opens it for the same owner. */
  sealJson(content: unknown, owner: string): string {
    return Buffer.from(this.seal(JSON.stringify(content), owner)).toString('base64');
  }

  /** Returns undefined if no secret key opens the text, or it belongs to another owner. */
  openJson<T>(text: string, owner: string): T | undefined {
    const opened = this.open(Buffer.from(text, 'base64'), owner);
    return opened === undefined ? undefined : (JSON.parse(opened) as T);
  }

  /** Seals content as text for a cookie or a form. {@link openText} opens it in the same context until it expires. */
  sealText(content: unknown, context: string, lifetimeMs: number): string {
    const json = JSON.stringify({ content, expiresAt: Date.now() + lifetimeMs });
    return Buffer.from(this.seal(json, context)).toString('base64url');
  }

  openText<T>(text: string, context: string): T | undefined {
    const opened = this.open(Buffer.from(text, 'base64url'), context);
    if (opened === undefined) return undefined;
    const { content, expiresAt } = JSON.parse(opened) as { content: T; expiresAt: number };
    return expiresAt > Date.now() ? content : undefined;
  }

  /**
   * Derives eight-digit codes from a text that cannot be guessed, one with each secret. A new code is the first, and
   * every one is accepted.
   */
  deriveCodes(text: string): readonly [string, ...string[]] {
    const codes = this.codeKeys.map((key) => {
      const digest = createHmac('sha256', key).update(text).digest();
      return String(digest.readBigUInt64BE() % 100_000_000n).padStart(8, '0');
    });
    return codes as [string, ...string[]];
  }

  /** Also returns the index of the secret that opened the value. */
  find(sealed: Uint8Array, owner: string): { value: string; secret: number } | undefined {
    const iv = sealed.subarray(0, ivLength);
    const tag = sealed.subarray(ivLength, ivLength + tagLength);
    for (const [secret, key] of this.keys.entries()) {
      try {
        const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagLength })
          .setAAD(Buffer.from(owner))
          .setAuthTag(tag);
        const opened = decipher.update(sealed.subarray(ivLength + tagLength));
        return { value: Buffer.concat([opened, decipher.final()]).toString(), secret };
      } catch {
        // A later secret may open it.
      }
    }
    return undefined;
  }
}

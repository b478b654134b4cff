import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { decodeProtectedHeader, errors, importJWK, jwtVerify, SignJWT } from 'jose';
import type { Authorization } from '../../database/records.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import { idTokenLifetimeSeconds } from '../tokens/lifetimes.js';
import { signingAlgorithm, SigningKeysService } from './signing-keys.service.js';

/** The authentication context classes: one factor, or two (NIST SP 800-63B). */
export const acrValues = ['aal1', 'aal2'] as const;

/** Returns the authentication context class for authentication methods (RFC 8176). */
export function toAcr(amr: readonly string[]): (typeof acrValues)[number] {
  return amr.includes('mfa') ? 'aal2' : 'aal1';
}

interface IdTokenClaims {
  readonly accountId: string;
  readonly clientId: string;
  readonly accessToken: string;
  /** Only for the token of a code (OpenID Connect Core section 12.2). */
  readonly nonce: string | null;
  readonly authorization: Pick<Authorization, 'authTime' | 'amr' | 'sid' | 'createdAt'>;
}

/** The content of an ID token that a client sends back as a hint. */
interface IdTokenHint {
  readonly accountId: string;
  readonly clientId: string;
  readonly sid: string;
}

/** Issues ID tokens (OpenID Connect Core section 2). They prove a sign-in to their client, and give no access. */
@Injectable()
export class IdTokensService {
  constructor(
    private readonly keys: SigningKeysService,
    private readonly publicUrl: PublicUrl,
  ) {}

  async issue(claims: IdTokenClaims): Promise<string> {
    const { authTime, amr, sid, createdAt } = claims.authorization;
    const { id, privateKey } = await this.keys.current();
    const digest = createHash('sha256').update(claims.accessToken).digest();
    return new SignJWT({
      auth_time: Math.floor((authTime ?? createdAt).getTime() / 1_000),
      acr: toAcr(amr),
      amr,
      ...(sid !== null && { sid }),
      at_hash: digest.subarray(0, digest.length / 2).toString('base64url'),
      ...(claims.nonce !== null && { nonce: claims.nonce }),
    })
      .setProtectedHeader({ alg: signingAlgorithm, kid: id, typ: 'JWT' })
      .setIssuer(this.publicUrl.issuer)
      .setSubject(claims.accountId)
      .setAudience(claims.clientId)
      .setIssuedAt()
      .setExpirationTime(`${idTokenLifetimeSeconds} seconds`)
      .sign(privateKey);
  }

  /** Reads an ID token of this service, even an expired one; undefined for any other text. */
  async readHint(token: string): Promise<IdTokenHint | undefined> {
    try {
      const { kid = '' } = decodeProtectedHeader(token);
      const key = await this.keys.find(kid);
      if (!key) return undefined;
      const { payload } = await jwtVerify(token, await importJWK(key, signingAlgorithm), {
        algorithms: [signingAlgorithm],
        issuer: this.publicUrl.issuer,
        // Ignores the expiry of the token.
        currentDate: new Date(0),
      });
      const { sub = '', aud, sid } = payload;
      return { accountId: sub, clientId: String(aud), sid: String(sid) };
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
      throw error;
    }
  }
}

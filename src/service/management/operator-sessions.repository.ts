import { Injectable } from '@nestjs/common';
import { ExpiringTable } from '../../database/purge/expiring-rows.js';
import { hashToken, isWellFormedToken, newAccessToken } from '../../principals/access-token.js';

/** A working day. */
const lifetimeMs = 8 * 60 * 60_000;

/** Stores the sessions of the operator pages. A session refers to a token of the settings, and ends with it. */
@Injectable()
export class OperatorSessionsRepository extends ExpiringTable {
  readonly expiring = 'operator_sessions';

  /** Returns the token of the new session. */
  async create(tokenHash: Uint8Array<ArrayBuffer>): Promise<string> {
    const token = newAccessToken();
    const expiresAt = new Date(Date.now() + lifetimeMs);
    await this.prisma.operatorSession.create({
      data: { hash: hashToken(token), tokenHash, expiresAt },
    });
    return token;
  }

  /** Returns the digest of the token that a session was started with; undefined if it has ended. */
  async find(token: string): Promise<Uint8Array | undefined> {
    if (!isWellFormedToken(token)) return undefined;
    const found = await this.prisma.operatorSession.findUnique({
      where: { hash: hashToken(token), expiresAt: { gt: new Date() } },
    });
    return found?.tokenHash;
  }

  async end(token: string): Promise<void> {
    await this.prisma.operatorSession.deleteMany({ where: { hash: hashToken(token) } });
  }
}

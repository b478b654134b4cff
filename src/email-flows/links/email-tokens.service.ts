import { Injectable } from '@nestjs/common';
import type { Change } from '../../changes/change.js';
import {
  hashToken,
  isWellFormedToken,
  newAccessToken,
  hashToTokenId,
} from '../../principals/access-token.js';
import { TokenSeal } from '../../access/sealing/token-seal.js';
import type { Account, Bytes, EmailToken } from '../../database/records.js';
import { LinkInvalidError } from '../../errors/error-registry.js';
import { links, type LinkPurpose } from '../../accounts/sign-in/owner-proofs.js';
import { emailDigest, type FoundEmailToken } from './email-token.js';
import { EmailTokensRepository } from './email-tokens.repository.js';

/** The subject that a token is bound to. */
export interface EmailTokenSubject {
  readonly email: string;
  readonly account?: Account | undefined;
  /** Data for the use of the token. Sealed at rest. */
  readonly content?: object | undefined;
  /** The id of the browser's request whose code stands for the token. Default: the mail has no code */
  readonly codeRequest?: string | undefined;
}

/** How long a page has to use the link that a code stands for, in milliseconds. */
const standInMs = 30 * 60_000;
const standInContext = 'token of a mailed code';

/** Tokens in mailed links, each for one purpose, one address and one use. */
@Injectable()
export class EmailTokensService {
  constructor(
    private readonly repository: EmailTokensRepository,
    private readonly seal: TokenSeal,
  ) {}

  /**
   * Creates a token, and stores only its hash.
   *
   * @param change the change that the token belongs to. Default: none
   */
  async create(
    purpose: LinkPurpose,
    { email, account, content, codeRequest }: EmailTokenSubject,
    change?: Change,
  ): Promise<string> {
    const token = newAccessToken();
    const now = Date.now();
    const digest = emailDigest(email);
    const row = {
      hash: hashToken(token),
      purpose,
      accountId: account?.id ?? null,
      emailDigest: digest,
      credentialsGeneration: account?.credentialsGeneration ?? null,
      sealed: content ? this.seal.seal(JSON.stringify(content), digest) : null,
      codeRequest: codeRequest === undefined ? null : hashToken(codeRequest),
      createdAt: new Date(now),
      expiresAt: new Date(now + links[purpose].lifetimeMs),
    };
    await this.repository.create(row, change);
    return token;
  }

  /**
   * Returns the token with its account.
   *
   * @throws LinkInvalidError if it has expired, was used or has another purpose. For links bound to the credentials
   *   also if the account has another address or password
   */
  async find<T = unknown>(purpose: LinkPurpose, token: string): Promise<FoundEmailToken<T>> {
    const { account, ...found } = await this.existing(purpose, token);
    if (!account) throw new LinkInvalidError();
    const isCurrent =
      emailDigest(account.email) === found.emailDigest &&
      account.credentialsGeneration === found.credentialsGeneration;
    if (links[purpose].endsWithCredentials && !isCurrent) throw new LinkInvalidError();
    return { ...found, account, content: this.opened<T>(found) };
  }

  async isFor(purpose: LinkPurpose, token: string): Promise<boolean> {
    return (await this.lookUp(purpose, token)) !== null;
  }

  /** @throws LinkInvalidError if the token has expired or was used */
  async findPurpose(token: string): Promise<LinkPurpose> {
    return (await this.existing(undefined, token)).purpose as LinkPurpose;
  }

  /**
   * Returns the sealed content of a token, its hash, and the hash of the browser's request for the mail.
   *
   * @throws LinkInvalidError
   */
  async content<T>(
    purpose: LinkPurpose,
    token: string,
  ): Promise<{ content: T; hash: Bytes; codeRequest: Bytes | null }> {
    const found = await this.existing(purpose, token);
    const content = this.opened<T>(found);
    if (content === undefined) throw new LinkInvalidError();
    return { content, hash: found.hash, codeRequest: found.codeRequest };
  }

  /** Returns the sealed content of the token in the mail of a request. */
  async requestedContent<T>(purpose: LinkPurpose, codeRequest: string): Promise<T | undefined> {
    const found = await this.repository.findRequested(purpose, hashToken(codeRequest));
    return found ? this.opened<T>(found) : undefined;
  }

  /** Returns a token for pages that stands for a link until that is used, without its clear text. */
  createStandIn(hash: Bytes): string {
    return this.seal.sealText(hashToTokenId(hash), standInContext, standInMs);
  }

  private opened<T>({ sealed, emailDigest: digest }: EmailToken): T | undefined {
    const opened = sealed && this.seal.open(sealed, digest);
    return opened ? (JSON.parse(opened) as T) : undefined;
  }

  private async existing(purpose: LinkPurpose | undefined, token: string) {
    const found = await this.lookUp(purpose, token);
    if (found) return found;
    throw new LinkInvalidError();
  }

  private async lookUp(purpose: LinkPurpose | undefined, token: string) {
    const hash = this.toHash(token);
    const found = hash && (await this.repository.find(purpose, hash));
    return found ? { ...found, hash } : null;
  }

  private toHash(token: string): Bytes | undefined {
    if (isWellFormedToken(token)) return hashToken(token);
    const id = this.seal.openText<string>(token, standInContext);
    return id === undefined ? undefined : new Uint8Array(Buffer.from(id, 'base64url'));
  }
}

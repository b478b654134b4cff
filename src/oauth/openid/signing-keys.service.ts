import { Injectable, Logger } from '@nestjs/common';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose';
import type { CryptoKey, JWK } from 'jose';
import { TokenSeal } from '../../access/sealing/token-seal.js';
import { ChangesService } from '../../changes/changes.service.js';
import { byHost, type Requester } from '../../request/requester.js';
import { idTokenLifetimeSeconds } from '../tokens/lifetimes.js';
import { SigningKeysRepository, type StoredSigningKey } from './signing-keys.repository.js';

export const signingAlgorithm = 'RS256';

const hour = 60 * 60_000;
const day = 24 * hour;

/** How long a key signs. */
const rotationMs = 90 * day;

/** How long a key is published before it signs, and after the last token that it signed has expired. */
const publicationMs = day;

/** How long a node uses the keys that it has read. Keys are published long before they sign. */
const keptMs = 60_000;

/** A key that can sign. */
export interface SigningKey {
  readonly id: string;
  readonly privateKey: CryptoKey;
}

/**
 * The keys that sign ID tokens. Nodes share the keys, and publish each one before it signs, so that clients always know
 * it.
 */
@Injectable()
export class SigningKeysService {
  private readonly logger = new Logger('SigningKeys');
  /** All keys, newest first. */
  private keys: Promise<readonly StoredSigningKey[]> | undefined;
  private readAt = 0;
  private readonly opened = new Map<string, Promise<CryptoKey>>();
  private creation: Promise<void> | undefined;
  private rotation: Promise<unknown> | undefined;

  constructor(
    private readonly repository: SigningKeysRepository,
    private readonly seal: TokenSeal,
    private readonly changes: ChangesService,
  ) {}

  /** Returns the key that signs now. Creates the first one, and one if no secret key opens the present ones. */
  async current(): Promise<SigningKey> {
    const [newest, ...older] = await this.read();
    const usable = [newest, ...older].find((key) => key && isActive(key) && this.canOpen(key));
    if (newest && usable) {
      if (isDue(newest)) this.rotateInBackground();
      return this.open(usable);
    }
    // Requests that wait for the first key share one: creating it occupies the thread pool, which connections need too.
    this.creation ??= this.create(newest, new Date(), byHost).finally(() => {
      this.creation = undefined;
    });
    await this.creation;
    return this.current();
  }

  /** Returns the keys that clients need to verify ID tokens (RFC 7517 section 5), newest first. */
  async published(): Promise<JWK[]> {
    await this.current();
    const keys = await this.read();
    const oldest = Date.now() - idTokenLifetimeSeconds * 1_000 - publicationMs;
    return keys
      .filter((_, index) => index === 0 || keys[index - 1]!.activeAt.getTime() > oldest)
      .map(({ publicKey }) => publicKey);
  }

  /** Returns a public key, even a retired one; undefined for an unknown id. */
  async find(id: string): Promise<JWK | undefined> {
    return (await this.read()).find((key) => key.id === id)?.publicKey;
  }

  /**
   * Creates the next key, which signs from a day later, once clients have read it. Returns the one that already waits,
   * if there is one.
   */
  async rotate(requester: Requester): Promise<Pick<StoredSigningKey, 'id' | 'activeAt'>> {
    await this.current();
    const [newest] = await this.read({ refresh: true });
    if (newest && !isActive(newest)) return newest;
    await this.create(newest, new Date(Date.now() + publicationMs), requester);
    const [next] = await this.read();
    return next!;
  }

  private rotateInBackground(): void {
    this.rotation ??= this.rotate(byHost)
      .catch((error: unknown) => this.logger.error(error, 'The next signing key was not created'))
      .finally(() => (this.rotation = undefined));
  }

  private async create(
    newest: StoredSigningKey | undefined,
    activeAt: Date,
    requester: Requester,
  ): Promise<void> {
    const pair = await generateKeyPair(signingAlgorithm, { extractable: true });
    const publicKey = await exportJWK(pair.publicKey);
    const id = await calculateJwkThumbprint(publicKey);
    const key: StoredSigningKey = {
      id,
      generation: (newest?.generation ?? 0) + 1,
      publicKey: { ...publicKey, kid: id, alg: signingAlgorithm, use: 'sig' },
      sealed: this.seal.seal(JSON.stringify(await exportJWK(pair.privateKey)), id),
      createdAt: new Date(),
      activeAt,
    };
    const record = { event: 'key.rotate', accountId: null, proof: requester } as const;
    await this.changes.run(record, (change) => this.repository.insert(change, key));
    await this.read({ refresh: true });
  }

  private read({ refresh = false } = {}): Promise<readonly StoredSigningKey[]> {
    if (!this.keys || refresh || Date.now() - this.readAt >= keptMs) {
      this.readAt = Date.now();
      const keys = this.repository.list();
      keys.catch(() => (this.keys = undefined));
      this.keys = keys;
    }
    return this.keys;
  }

  private canOpen({ sealed, id }: StoredSigningKey): boolean {
    return this.opened.has(id) || this.seal.open(sealed, id) !== undefined;
  }

  private async open({ sealed, id }: StoredSigningKey): Promise<SigningKey> {
    let opened = this.opened.get(id);
    if (!opened) {
      const jwk = JSON.parse(this.seal.open(sealed, id)!) as JWK;
      opened = importJWK(jwk, signingAlgorithm) as Promise<CryptoKey>;
      this.opened.set(id, opened);
    }
    return { id, privateKey: await opened };
  }
}

function isActive({ activeAt }: StoredSigningKey): boolean {
  return activeAt.getTime() <= Date.now();
}

/** Whether the next key must be published, so that it can replace this one in time. */
function isDue({ activeAt }: StoredSigningKey): boolean {
  return activeAt.getTime() + rotationMs - publicationMs <= Date.now();
}

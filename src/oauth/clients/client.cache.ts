import { Injectable } from '@nestjs/common';
import { ChangeLog } from '../../database/change-log.js';
import { RowCache } from '../../principals/row-cache.js';
import type { Client } from './clients.repository.js';

/** Enough for thousands of clients. */
const maxBytes = 4 * 2 ** 20;

/** The measured memory of a client, without its texts. */
const baseBytes = 1_500;

/** Caches clients for introspection. The name of a client's owner may be outdated. */
@Injectable()
export class ClientCache extends RowCache<Client> {
  constructor(changes: ChangeLog) {
    super(changes, maxBytes);
  }

  protected toKey({ id }: Client): string {
    return id;
  }

  protected listDependencies({ ownerId }: Client): string[] {
    return [ownerId];
  }

  protected countBytes({ name, owner, redirectUris, postLogoutRedirectUris }: Client): number {
    const texts = [name, owner.name, ...redirectUris, ...postLogoutRedirectUris];
    return texts.reduce((bytes, text) => bytes + 2 * text.length, baseBytes);
  }
}

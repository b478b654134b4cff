import { isIP } from 'node:net';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { findPasskeyPackage } from '../../access/factors/passkey-package.js';
import type { PasskeySite } from '../../access/factors/webauthn.js';
import { AccountsOptionsError } from '../../accounts.options.js';
import { NotFoundError } from '../../errors/error-registry.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import type { Visitor } from './visitor.js';

/** Where the passkeys of this console sign in: at the domain of its public URL. */
@Injectable()
export class PasskeySites implements OnModuleInit {
  constructor(private readonly address: PublicUrl) {}

  /**
   * Looks for the package that checks passkeys, which is optional and loaded with the first one: a service that misses it
   * fails when it starts.
   *
   * @throws AccountsOptionsError
   */
  onModuleInit(): void {
    if (!this.of({ token: '' })) return;
    try {
      findPasskeyPackage();
    } catch (cause) {
      const sentence = 'The pages need the package @simplewebauthn/server: install it.';
      throw new AccountsOptionsError(sentence, { cause });
    }
  }

  /** The site in the browser of this visitor; none where the public URL has an IP address, which has no passkeys. */
  of({ token: browser }: Pick<Visitor, 'token'>): PasskeySite | undefined {
    const { origin, hostname: rpId } = new URL(this.address.url(''));
    return isIP(rpId.replaceAll(/[[\]]/g, '')) ? undefined : { rpId, origin, browser };
  }

  /** @throws NotFoundError where there is none */
  existing(visitor: Pick<Visitor, 'token'>): PasskeySite {
    const site = this.of(visitor);
    if (!site) throw new NotFoundError();
    return site;
  }
}

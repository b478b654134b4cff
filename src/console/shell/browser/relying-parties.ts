import { isIP } from 'node:net';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { findPasskeyPackage } from '../../../factors/passkey-package.js';
import type { RelyingParty } from '../../../factors/webauthn.js';
import { AccountsOptionsError } from '../../../accounts.options.js';
import { NotFoundError } from '../../../errors/error-registry.js';
import { PublicUrl } from '../../../http/urls/public-url.js';
import type { Visitor } from './visitor.js';

/** The WebAuthn relying party of this console: the domain of its public URL. */
@Injectable()
export class RelyingParties implements OnModuleInit {
  constructor(private readonly address: PublicUrl) {}

  /**
   * Checks that the optional package for passkeys is installed, so that a missing one fails at startup. The package is
   * loaded when the first passkey is used.
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

  /**
   * Returns the relying party for this visitor's browser; undefined if the public URL has an IP address, which does not
   * support passkeys.
   */
  of({ token: browser }: Pick<Visitor, 'token'>): RelyingParty | undefined {
    const { origin, hostname: rpId } = new URL(this.address.url(''));
    return isIP(rpId.replaceAll(/[[\]]/g, '')) ? undefined : { rpId, origin, browser };
  }

  /** @throws NotFoundError if the public URL does not support passkeys */
  existing(visitor: Pick<Visitor, 'token'>): RelyingParty {
    const site = this.of(visitor);
    if (!site) throw new NotFoundError();
    return site;
  }
}

import { isIP } from 'node:net';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Brand } from '../brand/brand.js';
import { NotFoundError } from '../errors/error-registry.js';
import type { RelyingParty } from '../factors/webauthn.js';
import { PublicUrl } from '../http/urls/public-url.js';
import type { Browser } from './browser.js';
import { assertInstalled } from './optional-package.js';

/** A browser, and the origin of its page if that is not the origin of the public URL. */
type PasskeyBrowser = Pick<Browser, 'token'> & { readonly origin?: string | undefined };

/** Builds the relying party of passkeys, which is the domain of the public URL. */
@Injectable()
export class RelyingParties implements OnModuleInit {
  constructor(
    private readonly publicUrl: PublicUrl,
    private readonly brand: Brand,
  ) {}

  /** The package is loaded when the first passkey is used. @throws AccountsOptionsError if it is not installed */
  onModuleInit(): void {
    if (this.findSite({ token: '' })) assertInstalled('@simplewebauthn/server');
  }

  /** Returns undefined if the public URL has an IP address, which does not support passkeys. */
  findSite({ token: browser, origin }: PasskeyBrowser): RelyingParty | undefined {
    const { origin: ownOrigin, hostname: rpId } = new URL(this.publicUrl.url(''));
    if (isIP(rpId.replaceAll(/[[\]]/g, ''))) return undefined;
    return { rpId, name: this.brand.name, origin: origin ?? ownOrigin, browser };
  }

  /** @throws NotFoundError if the public URL does not support passkeys */
  site(browser: PasskeyBrowser): RelyingParty {
    const site = this.findSite(browser);
    if (!site) throw new NotFoundError();
    return site;
  }
}

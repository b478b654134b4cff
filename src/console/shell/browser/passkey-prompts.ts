import { isIP } from 'node:net';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { FactorsService, type SecondFactorMethod } from '../../../factors/factors.service.js';
import { findPasskeyPackage } from '../../../factors/passkey-package.js';
import { PasskeysService } from '../../../factors/passkeys.service.js';
import type { RelyingParty } from '../../../factors/webauthn.js';
import { AccountsOptionsError } from '../../../accounts.options.js';
import { NotFoundError } from '../../../errors/error-registry.js';
import { PublicUrl } from '../../../http/urls/public-url.js';
import type { PageVisitor, Visitor } from './visitor.js';

/** The second factor that a page asks for. */
interface FactorPrompt {
  /** Empty without a second factor. */
  readonly methods: readonly SecondFactorMethod[];
  /** The WebAuthn request options, as JSON; undefined if the account or this site has no passkeys. */
  readonly passkeys: string | undefined;
}

/** Asks browsers for passkeys. The relying party is the domain of the public URL. */
@Injectable()
export class PasskeyPrompts implements OnModuleInit {
  constructor(
    private readonly factors: FactorsService,
    private readonly passkeys: PasskeysService,
    private readonly publicUrl: PublicUrl,
  ) {}

  /**
   * Checks that the optional package for passkeys is installed, so that a missing one fails at startup. The package is
   * loaded when the first passkey is used.
   *
   * @throws AccountsOptionsError
   */
  onModuleInit(): void {
    if (!this.findSite({ token: '' })) return;
    try {
      findPasskeyPackage();
    } catch (cause) {
      const sentence = 'The pages need the package @simplewebauthn/server: install it.';
      throw new AccountsOptionsError(sentence, { cause });
    }
  }

  /** Returns undefined if the public URL has an IP address, which does not support passkeys. */
  findSite({ token: browser }: Pick<Visitor, 'token'>): RelyingParty | undefined {
    const { origin, hostname: rpId } = new URL(this.publicUrl.url(''));
    return isIP(rpId.replaceAll(/[[\]]/g, '')) ? undefined : { rpId, origin, browser };
  }

  /** @throws NotFoundError if the public URL does not support passkeys */
  site(visitor: Visitor): RelyingParty {
    const site = this.findSite(visitor);
    if (!site) throw new NotFoundError();
    return site;
  }

  async secondFactor(visitor: Visitor, accountId: string): Promise<FactorPrompt> {
    const methods = await this.factors.methods(accountId);
    const hasPasskey = methods.includes('passkey');
    return { methods, passkeys: hasPasskey ? await this.request(visitor, accountId) : undefined };
  }

  /** Returns the WebAuthn request options, as JSON; undefined if this site does not support passkeys. */
  async request(visitor: Visitor, accountId?: string, refused?: string) {
    const site = this.findSite(visitor);
    return site && this.passkeys.requestOptions(site, accountId, refused);
  }

  /** @throws NotFoundError, and the errors of {@link PasskeysService.verify} */
  async verify(passkey: string, visitor: PageVisitor, accountId: string): Promise<void> {
    await this.passkeys.verify(passkey, this.site(visitor), visitor.requester, accountId);
  }
}

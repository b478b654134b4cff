import { Injectable } from '@nestjs/common';
import { Brand } from '../../../brand/brand.js';
import { FactorsService, type SecondFactorMethod } from '../../../factors/factors.service.js';
import { PasskeysService } from '../../../factors/passkeys.service.js';
import { PublicUrl } from '../../../http/urls/public-url.js';
import { BrowserFactorsService } from '../../../sign-in/browser-factors.service.js';
import { RelyingParties } from '../../../sign-in/relying-parties.js';
import type { SignedInVisitor, Visitor } from './visitor.js';

/** The second factor that a page asks for. */
interface FactorPrompt {
  /** Empty without a second factor. */
  readonly methods: readonly SecondFactorMethod[];
  /** The WebAuthn request options, as JSON; undefined if the account or this site has no passkeys. */
  readonly passkeys: string | undefined;
}

/** Asks browsers for passkeys. */
@Injectable()
export class PasskeyPrompts extends RelyingParties {
  constructor(
    private readonly factors: FactorsService,
    private readonly passkeys: PasskeysService,
    private readonly browserFactors: BrowserFactorsService,
    publicUrl: PublicUrl,
    brand: Brand,
  ) {
    super(publicUrl, brand);
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

  /** Returns the WebAuthn creation options, as JSON. */
  creationOptions(visitor: SignedInVisitor): Promise<string> {
    return this.passkeys.creationOptions(visitor.account, this.site(visitor));
  }

  /** Adds a passkey. Returns the recovery codes, if it is the first factor, and whether a mail was requested. */
  async add(
    visitor: SignedInVisitor,
    { passkey = '', name = '' }: { readonly passkey?: string; readonly name?: string },
  ) {
    const { account, requester } = visitor;
    const created = { passkey, name, site: this.site(visitor) };
    const codes = await this.passkeys.add(account, created, requester);
    return { codes, isMailed: await this.browserFactors.asksForProof(account) };
  }
}

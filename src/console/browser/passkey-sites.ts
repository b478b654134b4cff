import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { PasskeySite } from '../../access/factors/webauthn.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import type { Visitor } from './visitor.js';

/** Where the passkeys of this console sign in: at the domain of its public URL. */
@Injectable()
export class PasskeySites {
  constructor(private readonly address: PublicUrl) {}

  /** The site in the browser of this visitor; none where the public URL has an IP address, which has no passkeys. */
  of({ token: browser }: Pick<Visitor, 'token'>): PasskeySite | undefined {
    const { origin, hostname: rpId } = new URL(this.address.url(''));
    return isIP(rpId.replaceAll(/[[\]]/g, '')) ? undefined : { rpId, origin, browser };
  }
}

import { Injectable, Optional } from '@nestjs/common';
import { randomText } from '../database/random-text.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { PublicAddress } from '../http/urls/public-address.js';
import { ValidationFailedError } from '../errors/validation-failed.error.js';
import { oauthRedirectPath } from './http/openapi.js';
import { ApplicationsService } from '../applications/applications.service.js';
import { isRedirectUri } from '../applications/redirect-uri.js';

/** What a newcomer needs to make the first call. */
export interface Demo {
  email: string;
  password: string;
  accessToken: string;
  /** Whether Swagger UI is at an address to which no client is sent back, so that OAuth fails there. */
  isRedirectRefused: boolean;
}

/** The account and application with which a development service begins. */
@Injectable()
export class DemoSeed {
  constructor(
    private readonly accounts: AccountsService,
    private readonly applications: ApplicationsService,
    // None where there are only messages, and so no OAuth.
    @Optional() private readonly address?: PublicAddress,
  ) {}

  /** Creates them when there is no account at all; otherwise returns undefined. */
  async seed(): Promise<Demo | undefined> {
    if (!(await this.accounts.isEmpty())) return undefined;
    const email = 'demo@example.com';
    const password = `demo-${randomText(12)}-1`;
    const redirectUri = this.address?.url(oauthRedirectPath);
    const redirectUris = isRedirectUri(redirectUri) ? [redirectUri] : [];
    let accessToken = '';
    try {
      await this.accounts.createWith(
        { name: 'Demo', email, password, language_code: 'en' },
        async (transaction, { id }) => {
          // A public client, so that Swagger UI can authorize with nothing but its client id.
          const input = { name: 'Demo application', public: true, redirect_uris: redirectUris };
          ({ accessToken } = await this.applications.create(id, input, {}, transaction));
        },
        {},
      );
    } catch (error) {
      // Another process began at the same moment and was first.
      if (error instanceof ValidationFailedError && !(await this.accounts.isEmpty())) {
        return undefined;
      }
      throw error;
    }
    const isRedirectRefused = redirectUri !== undefined && redirectUris.length === 0;
    return { email, password, accessToken, isRedirectRefused };
  }
}

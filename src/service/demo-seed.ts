import { Injectable, Optional } from '@nestjs/common';
import { randomText } from '../access/random-text.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { PublicAddress } from '../http/public-address.js';
import { ValidationFailedError } from '../http/validation-failed.error.js';
import { oauthRedirectPath } from './openapi.js';
import { ApplicationsService } from '../applications/applications.service.js';

/** What a newcomer needs to make the first call. */
export interface Demo {
  email: string;
  password: string;
  accessToken: string;
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
  async plant(): Promise<Demo | undefined> {
    if (!(await this.accounts.isEmpty())) return undefined;
    const email = 'demo@example.com';
    const password = `demo-${randomText(12)}-1`;
    const account = await this.accounts
      .create({ name: 'Demo', email, password, language_code: 'en' })
      .catch((error: unknown) => {
        // Another process began at the same moment and was first.
        if (error instanceof ValidationFailedError) return undefined;
        throw error;
      });
    if (!account) return undefined;
    const { accessToken } = await this.applications.create(account.id, {
      name: 'Demo application',
      // A public client, so that Swagger UI can authorize with nothing but its client id.
      public: true,
      redirect_uris: this.address ? [this.address.url(oauthRedirectPath)] : [],
    });
    return { email, password, accessToken };
  }
}

import { Injectable, Optional } from '@nestjs/common';
import { randomText } from '../../database/random-text.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { byHost } from '../../request/requester.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import { ValidationFailedError } from '../../errors/validation-failed.error.js';
import { ApplicationsService } from '../../applications/applications.service.js';
import { isRedirectUri } from '../../applications/redirect-uri.js';

/** The path of Swagger UI that receives authorization responses. */
export const oauthRedirectPath = '/docs/oauth2-redirect.html';

const email = 'demo@example.com';

/** The demo account and application for a first call. */
export interface Demo {
  email: string;
  password: string;
  /** The id of the application, which is also its client id. */
  clientId: string;
  accessToken: string;
  /** Whether the URL of Swagger UI cannot be a redirect URI, so that OAuth fails there. */
  isRedirectRefused: boolean;
}

@Injectable()
export class DemoSeed {
  constructor(
    private readonly accounts: AccountsService,
    private readonly applications: ApplicationsService,
    // A service that only receives messages has no OAuth.
    @Optional() private readonly publicUrl?: PublicUrl,
  ) {}

  /** The client id that Swagger UI authorizes with; undefined if the demo application was deleted. */
  async clientId(): Promise<string | undefined> {
    const account = await this.accounts.findByEmail(email);
    const applications = account ? await this.applications.list(account.id) : [];
    return applications.find(
      ({ clientSecretHash, redirectUris }) =>
        clientSecretHash === null && redirectUris.some((uri) => uri.endsWith(oauthRedirectPath)),
    )?.id;
  }

  /** Creates the demo if no account exists; otherwise returns undefined. */
  async seed(): Promise<Demo | undefined> {
    if (!(await this.accounts.isEmpty())) return undefined;
    const password = `demo-${randomText(12)}-1`;
    const redirectUri = this.publicUrl?.url(oauthRedirectPath);
    const redirectUris = isRedirectUri(redirectUri) ? [redirectUri] : [];
    let made = { clientId: '', accessToken: '' };
    try {
      await this.accounts.create({ name: 'Demo', email, password, language_code: 'en' }, byHost, {
        also: async (change, { id }) => {
          // The client is public, so that Swagger UI can authorize with its client id alone.
          const input = { name: 'Demo application', public: true, redirect_uris: redirectUris };
          const { application, accessToken } = await this.applications.create(
            id,
            input,
            byHost,
            change,
          );
          made = { clientId: application.id, accessToken };
        },
      });
    } catch (error) {
      // Another process started at the same time and was first.
      if (error instanceof ValidationFailedError && !(await this.accounts.isEmpty())) {
        return undefined;
      }
      throw error;
    }
    const isRedirectRefused = redirectUri !== undefined && redirectUris.length === 0;
    return { email, password, ...made, isRedirectRefused };
  }
}

import { Injectable } from '@nestjs/common';
import type { VNode } from 'preact';
import { FactorsService } from '../../factors/factors.service.js';
import type { Account } from '../../database/records.js';
import { FormExpiredError } from '../../errors/error-registry.js';
import { BrowserFactorsService } from '../../sign-in/browser-factors.service.js';
import type { FormRefusal } from '../shell/forms/form-refusal.js';
import {
  redirect,
  render,
  type PageResponse,
  type Redirect,
} from '../shell/browser/page-response.js';
import { withReturnTo } from '../shell/browser/return-to.js';
import type { NewAuthenticator } from './new-factor.page.js';

export interface SetupPlace {
  readonly path: string;
  readonly returnTo?: string | undefined;
  readonly page: (app: NewAuthenticator) => VNode;
}

/** Shows the secret of a new authenticator app until its first code is verified. */
@Injectable()
export class AuthenticatorSetup {
  constructor(
    private readonly factors: FactorsService,
    private readonly browserFactors: BrowserFactorsService,
  ) {}

  /** @param setup the sealed secret; an expired one restarts the set-up. Default: a new one */
  show(
    account: Account,
    place: SetupPlace,
    setup = this.factors.begin(account).setup,
    refusal?: FormRefusal,
  ): PageResponse {
    try {
      const secret = this.factors.openSecret(account, setup);
      const uri = this.browserFactors.appUri(account, secret);
      const form = refusal?.form ?? { values: {} };
      return render(place.page({ form, setup, secret, uri }), refusal);
    } catch (error) {
      return this.restart(error, place);
    }
  }

  /** Starts again with a new secret if the set-up has expired. @throws every other error */
  restart(error: unknown, { path, returnTo }: Pick<SetupPlace, 'path' | 'returnTo'>): Redirect {
    if (!(error instanceof FormExpiredError)) throw error;
    return redirect(withReturnTo(path, returnTo), 'form_expired');
  }
}

import { Injectable } from '@nestjs/common';
import { LastUse } from '../../principals/last-use.js';
import { AccountLastSignInRepository } from './account-last-sign-in.repository.js';

/** Records the UTC day of each account's last sign-in, with every step that it requires. */
@Injectable()
export class AccountLastSignIn extends LastUse {
  constructor(repository: AccountLastSignInRepository) {
    super(repository, 'accounts');
  }
}

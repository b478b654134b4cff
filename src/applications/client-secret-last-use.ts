import { Injectable } from '@nestjs/common';
import { LastUse } from '../principals/last-use.js';
import { ClientSecretLastUseRepository } from './client-secret-last-use.repository.js';

/** Records the UTC day of the last use of each client secret. */
@Injectable()
export class ClientSecretLastUse extends LastUse {
  constructor(repository: ClientSecretLastUseRepository) {
    super(repository, 'client secrets');
  }
}

import { Injectable } from '@nestjs/common';
import { ApplicationLastUseRepository } from './application-last-use.repository.js';
import { LastUse } from './last-use.js';

/** Records the day of each application's last use: the last day a token of it was accepted. */
@Injectable()
export class ApplicationLastUse extends LastUse {
  constructor(repository: ApplicationLastUseRepository) {
    super(repository, 'applications');
  }
}

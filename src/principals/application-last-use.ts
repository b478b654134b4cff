import { Injectable } from '@nestjs/common';
import { ApplicationLastUseRepository } from './application-last-use.repository.js';
import { LastUse } from './last-use.js';

/** Records the last day on which a token of each application was accepted. */
@Injectable()
export class ApplicationLastUse extends LastUse {
  constructor(repository: ApplicationLastUseRepository) {
    super(repository, 'applications');
  }
}

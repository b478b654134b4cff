import { Injectable } from '@nestjs/common';
import { LastUse } from './last-use.js';
import { TokenLastUseRepository } from './token-last-use.repository.js';

/** Records the day of each named token's last use. */
@Injectable()
export class TokenLastUse extends LastUse {
  constructor(repository: TokenLastUseRepository) {
    super(repository, 'access tokens');
  }
}

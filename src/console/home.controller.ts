import { Get } from '@nestjs/common';
import { PublicAddress } from '../http/public-address.js';
import { ConsolePages } from './console-pages.decorator.js';
import { PageNotFoundError } from './console.errors.js';
import { lead, type Led } from './page-answer.js';
import { OpenToAll } from './page.guard.js';

/** Leads whoever opens the console to their applications, and says so where there is nothing. */
@ConsolePages('console')
export class HomeController {
  constructor(private readonly address: PublicAddress) {}

  @Get()
  home(): Led {
    return lead(this.address.path('/console/applications'));
  }

  @Get('*path')
  @OpenToAll()
  nothing(): never {
    throw new PageNotFoundError();
  }
}

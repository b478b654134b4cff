import { Get } from '@nestjs/common';
import { PublicAddress } from '../http/public-address.js';
import { ConsolePages } from './console-pages.decorator.js';
import { lead, type Led } from './page-answer.js';

/** Leads whoever opens the console to their applications. */
@ConsolePages('console')
export class HomeController {
  constructor(private readonly address: PublicAddress) {}

  @Get()
  home(): Led {
    return lead(this.address.path('/console/applications'));
  }
}

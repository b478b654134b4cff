import { Get } from '@nestjs/common';
import { PublicAddress } from '../http/public-address.js';
import { ConsolePages } from './browser/console-pages.decorator.js';
import { lead, type Led } from './browser/page-answer.js';
import { OpenToAll } from './browser/page.guard.js';
import { CurrentVisitor, type Visitor } from './browser/visitor.js';

/** Leads whoever opens the console to their applications, or to sign in. */
@ConsolePages('console')
export class HomeController {
  constructor(private readonly address: PublicAddress) {}

  @Get()
  @OpenToAll()
  home(@CurrentVisitor() { account }: Visitor): Led {
    return lead(this.address.path(account ? '/console/applications' : '/console/sign-in'));
  }
}

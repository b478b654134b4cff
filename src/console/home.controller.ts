import { Get } from '@nestjs/common';
import { PublicAddress } from '../http/urls/public-address.js';
import { ConsolePages } from './browser/console-pages.decorator.js';
import { lead, type Led } from './browser/page-answer.js';
import { OpenToAll } from './browser/page.guard.js';
import { CurrentVisitor, type Visitor } from './browser/visitor.js';
import { ConsoleOptions } from './console.options.js';

/** Leads whoever opens the console to its first part, or to sign in. */
@ConsolePages('console')
export class HomeController {
  constructor(
    private readonly address: PublicAddress,
    private readonly options: ConsoleOptions,
  ) {}

  @Get()
  @OpenToAll()
  home(@CurrentVisitor() { account }: Visitor): Led {
    const [section] = this.options.sections;
    return lead(this.address.path(`/console/${account ? section : 'sign-in'}`));
  }
}

import { Get } from '@nestjs/common';
import { ConsolePages } from './browser/console-pages.decorator.js';
import { redirect, redirectTo } from './browser/page-response.js';
import { OpenToAll } from './browser/page.guard.js';
import { CurrentVisitor, type Visitor } from './browser/visitor.js';
import { ConsoleOptions } from './console.options.js';

/** Redirects to the home page of the service or the first section of the console, or to the sign-in page. */
@ConsolePages('console')
export class HomeController {
  constructor(private readonly options: ConsoleOptions) {}

  @Get()
  @OpenToAll()
  home(@CurrentVisitor() { account }: Visitor) {
    const { sections, brand } = this.options;
    if (account && brand.homeUrl) return redirectTo(brand.homeUrl);
    return redirect(`/console/${account ? sections[0] : 'sign-in'}`);
  }
}

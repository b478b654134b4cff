import { Get } from '@nestjs/common';
import { goTo } from './operator-page-response.js';
import { OperatorPages } from './operator-pages.decorator.js';
import { operatorHome } from './operator-site.js';

/** Redirects to the first page. */
@OperatorPages()
export abstract class OperatorHomeController {
  @Get()
  home() {
    return goTo(operatorHome);
  }
}

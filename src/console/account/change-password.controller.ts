import { Get } from '@nestjs/common';
import { PublicUrl } from '../../http/urls/public-url.js';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { OpenToAll } from '../shell/browser/page.guard.js';
import { redirect, type Redirect } from '../shell/browser/page-response.js';

/**
 * Redirects password managers to the page that changes a password.
 *
 * @see https://www.w3.org/TR/change-password-url/
 */
@ConsolePages('.well-known/change-password')
export class ChangePasswordController {
  constructor(private readonly address: PublicUrl) {}

  @Get()
  @OpenToAll()
  changePassword(): Redirect {
    return redirect(this.address.path('/console/account'));
  }
}

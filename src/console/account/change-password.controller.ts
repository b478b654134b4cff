import { Get } from '@nestjs/common';
import { ConsolePages } from '../shell/browser/console-pages.decorator.js';
import { OpenToAll } from '../shell/browser/page.guard.js';
import { redirect } from '../shell/browser/page-response.js';

/**
 * Redirects password managers to the page that changes a password.
 *
 * @see https://www.w3.org/TR/change-password-url/
 */
@ConsolePages('.well-known/change-password')
export class ChangePasswordController {
  @Get()
  @OpenToAll()
  changePassword() {
    return redirect('/console/security/password');
  }
}

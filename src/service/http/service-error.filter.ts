import { Catch, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { PageErrorFilter } from '../../console/shell/browser/page-error.filter.js';
import type { AccountsErrorFilter } from '../../http/accounts-error.filter.js';
import { MethodNotAllowedError } from '../../errors/error-registry.js';
import type { Routes } from './routes.js';

/**
 * Responds to errors outside the accounts module: unknown URLs, unsupported methods, and bodies that the parser
 * refuses. The standalone service formats them like its own errors, and shows users a page.
 */
@Catch()
export class ServiceErrorFilter implements ExceptionFilter {
  constructor(
    private readonly errors: AccountsErrorFilter,
    private readonly pageErrors: PageErrorFilter,
    private readonly routes: Routes,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const { url } = host.switchToHttp().getRequest<{ url: string }>();
    const [path = ''] = url.split('?', 1);
    if (isPagePath(path)) return this.pageErrors.catch(error, host);
    const allow = error instanceof NotFoundException && this.routes.listMethods(path);
    this.errors.catch(allow ? new MethodNotAllowedError(allow) : error, host);
  }
}

function isPagePath(path: string): boolean {
  return /^\/(?:console|oauth\/(?:authorize|logout))(?:\/|$)/.test(path);
}

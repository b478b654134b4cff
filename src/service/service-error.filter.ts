import { Catch, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { ErrorFilter } from '../http/error.filter.js';
import { MethodNotAllowedError } from '../http/request.errors.js';
import type { Routes } from './routes.js';

/**
 * What goes wrong outside the accounts module: unknown addresses, unsupported methods, bodies the
 * parser refuses. Standing alone the service answers them in the same shape as its own.
 */
@Catch()
export class ServiceErrorFilter implements ExceptionFilter {
  constructor(
    private readonly errors: ErrorFilter,
    private readonly routes: Routes,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const { url } = host.switchToHttp().getRequest<{ url: string }>();
    const allow =
      error instanceof NotFoundException && this.routes.methodsOf(url.split('?', 1)[0]!);
    this.errors.catch(allow ? new MethodNotAllowedError(allow) : error, host);
  }
}

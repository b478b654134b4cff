import {
  applyDecorators,
  Controller,
  UseFilters,
  UseGuards,
  UseInterceptors,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import { ApiExcludeController } from '../../../http/openapi/swagger.decorators.js';
import { PageErrorFilter } from './page-error.filter.js';
import { PageGuard } from './page.guard.js';
import { PageInterceptor } from './page.interceptor.js';

/** Declares a page controller, with the guard, interceptor and filter that all pages share. */
export function ConsolePages(path: string): ClassDecorator {
  return applyDecorators(
    Controller({ path, version: VERSION_NEUTRAL }),
    UseGuards(PageGuard),
    UseInterceptors(PageInterceptor),
    UseFilters(PageErrorFilter),
    ApiExcludeController(),
  );
}

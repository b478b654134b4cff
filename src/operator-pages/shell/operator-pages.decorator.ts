import {
  applyDecorators,
  Controller,
  UseFilters,
  UseInterceptors,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import { ApiExcludeController } from '../../http/openapi/swagger.decorators.js';
import { OperatorPageErrorFilter } from './operator-page-error.filter.js';
import { OperatorPageInterceptor } from './operator-page.interceptor.js';
import { operatorPagesPath } from './operator-site.js';

/** Declares a controller of operator pages. `operatorPages` adds the guards. */
export function OperatorPages(path = ''): ClassDecorator {
  return applyDecorators(
    Controller({
      path: [operatorPagesPath, path].filter(Boolean).join('/'),
      version: VERSION_NEUTRAL,
    }),
    UseInterceptors(OperatorPageInterceptor),
    UseFilters(OperatorPageErrorFilter),
    ApiExcludeController(),
  );
}

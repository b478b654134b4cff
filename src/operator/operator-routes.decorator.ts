import {
  applyDecorators,
  Controller,
  UseFilters,
  UseInterceptors,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import { AccountsErrorFilter } from '../http/accounts-error.filter.js';
import { ApiTags } from '../http/openapi/swagger.decorators.js';
import { RequestIdInterceptor } from '../http/request-id.interceptor.js';

/** Declares a controller for operators. `operatorControllers` adds the guards. */
export function OperatorRoutes(path: string): ClassDecorator {
  return applyDecorators(
    ApiTags('operator'),
    UseInterceptors(RequestIdInterceptor),
    UseFilters(AccountsErrorFilter),
    Controller({ path, version: VERSION_NEUTRAL }),
  );
}

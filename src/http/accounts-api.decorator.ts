import { applyDecorators, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { ScopeGuard } from '../access/authentication/scope.guard.js';
import { AccountsErrorFilter } from './accounts-error.filter.js';
import { ApiVersionInterceptor } from './api-version.interceptor.js';
import { CrossOrigin } from './cross-origin.guard.js';
import { BearerAuthGuard } from './bearer-auth.guard.js';
import { EveryHandlerHasOperation } from './operation.decorator.js';
import { RateLimitGuard } from './rate-limit.guard.js';

/** Registers nothing globally, because the application belongs to the host. */
export function AccountsApi(): ClassDecorator {
  return applyDecorators(
    EveryHandlerHasOperation(METHOD_METADATA),
    CrossOrigin(),
    UseGuards(BearerAuthGuard, RateLimitGuard, ScopeGuard),
    UseInterceptors(ApiVersionInterceptor),
    UseFilters(AccountsErrorFilter),
  );
}

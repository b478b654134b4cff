import { applyDecorators, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { BearerAuthGuard } from '../access/authentication/bearer-auth.guard.js';
import { ScopeGuard } from '../access/authentication/scope.guard.js';
import { AccountsApiInterceptor } from './accounts-api.interceptor.js';
import { AccountsErrorFilter } from './accounts-error.filter.js';
import { EveryHandlerHasOperation } from './operation.decorator.js';
import { RateLimitGuard } from './rate-limit.guard.js';

/**
 * The parts that every controller of the API shares, bound to it alone: authentication, limits, scopes,
 * versions and error responses. Nothing is registered for the whole application, which is the host's.
 */
export function AccountsApi(): ClassDecorator {
  return applyDecorators(
    EveryHandlerHasOperation(METHOD_METADATA),
    UseGuards(BearerAuthGuard, RateLimitGuard, ScopeGuard),
    UseInterceptors(AccountsApiInterceptor),
    UseFilters(AccountsErrorFilter),
  );
}

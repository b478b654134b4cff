import { applyDecorators, UseFilters, UseGuards, UseInterceptors } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { AccountsErrorFilter } from '../../http/accounts-error.filter.js';
import { ApiVersionInterceptor } from '../../http/api-version.interceptor.js';
import { EveryHandlerHasOperation } from '../../http/operation.decorator.js';
import { RateLimitGuard } from '../../http/rate-limit.guard.js';
import { BrowserGuard } from './browser.guard.js';
import { SessionOriginGuard } from './session-origin.guard.js';

/** Declares routes that a cookie authenticates instead of a token. They respond as the API does. */
export function SessionApi(): ClassDecorator {
  return applyDecorators(
    EveryHandlerHasOperation(METHOD_METADATA),
    UseGuards(SessionOriginGuard, BrowserGuard, RateLimitGuard),
    UseInterceptors(ApiVersionInterceptor),
    UseFilters(AccountsErrorFilter),
  );
}

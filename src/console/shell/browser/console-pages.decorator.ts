import {
  applyDecorators,
  Controller,
  RequestMethod,
  UseFilters,
  UseGuards,
  UseInterceptors,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { ApiExcludeController } from '../../../http/openapi/swagger.decorators.js';
import { FormLimit, PageLimit } from './page-limit.js';
import { PageErrorFilter } from './page-error.filter.js';
import { OpenToAll, PageGuard } from './page.guard.js';
import { PageInterceptor } from './page.interceptor.js';

/**
 * Declares a page controller, with the guard, interceptor and filter that all pages share. Every form of a signed-in
 * user needs a limit.
 */
export function ConsolePages(path: string): ClassDecorator {
  return applyDecorators(
    EveryFormHasLimit,
    Controller({ path, version: VERSION_NEUTRAL }),
    UseGuards(PageGuard),
    UseInterceptors(PageInterceptor),
    UseFilters(PageErrorFilter),
    ApiExcludeController(),
  );
}

/** Fails the start if a form of a signed-in user has no limit. */
function EveryFormHasLimit(controller: object): void {
  const { name, prototype } = controller as { name: string; prototype: object };
  for (const [member, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (typeof value !== 'function') continue;
    if (Reflect.getMetadata(METHOD_METADATA, value) !== RequestMethod.POST) continue;
    const isMarked = ({ KEY }: { KEY: string }) =>
      [controller, value as object].some((target) => Reflect.hasMetadata(KEY, target));
    if ([OpenToAll, PageLimit, FormLimit].some(isMarked)) continue;
    throw new Error(`${name}.${member} needs @PageLimit() or @FormLimit(), which limits it.`);
  }
}

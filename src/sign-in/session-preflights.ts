import {
  Controller,
  HttpCode,
  NotFoundException,
  Options,
  Req,
  Res,
  VERSION_NEUTRAL,
  type Type,
} from '@nestjs/common';
import type { OriginRequest } from '../http/mounted-accounts.js';
import { ApiExcludeController } from '../http/openapi/swagger.decorators.js';
import { listPaths } from '../http/urls/mounted-controller.js';
import { SessionOriginGuard } from './session-origin.guard.js';

/** Creates the controller that responds to preflight requests of the session routes. */
export function createSessionPreflights(...controllers: Type[]): Type {
  @ApiExcludeController()
  @Controller({ version: VERSION_NEUTRAL })
  class SessionPreflightController {
    constructor(private readonly guard: SessionOriginGuard) {}

    @Options([...new Set(controllers.flatMap((each) => listPaths(each)))])
    @HttpCode(204)
    answer(@Req() request: OriginRequest, @Res({ passthrough: true }) response: unknown): void {
      if (request.headers['access-control-request-method'] === undefined) {
        throw new NotFoundException();
      }
      this.guard.allow(request, response);
    }
  }
  return SessionPreflightController;
}

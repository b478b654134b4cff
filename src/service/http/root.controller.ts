import { Controller, Get, Redirect, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '../../http/openapi/swagger.decorators.js';

/** Redirects a user who opens the root URL of the service to the console. */
@ApiExcludeController()
@Controller({ version: VERSION_NEUTRAL })
export class RootController {
  @Get()
  @Redirect('/console')
  redirect(): void {}
}

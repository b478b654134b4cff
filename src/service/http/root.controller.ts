import { Controller, Get, Optional, Redirect, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '../../http/openapi/swagger.decorators.js';
import { PublicUrl } from '../../http/urls/public-url.js';

@ApiExcludeController()
@Controller({ version: VERSION_NEUTRAL })
export class RootController {
  /** @param publicUrl undefined if the service has no pages */
  constructor(@Optional() private readonly publicUrl?: PublicUrl) {}

  @Get()
  @Redirect()
  redirect(): { url: string } {
    return { url: this.publicUrl?.path('/console') ?? '/console' };
  }
}

import {
  Controller,
  Get,
  Param,
  Query,
  Res,
  StreamableFile,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import { NotFoundError } from '../../errors/error-registry.js';
import { ResponseHeaders } from '../../http/headers/response-headers.js';
import { ApiExcludeController } from '../../http/openapi/swagger.decorators.js';
import { PageAssets } from './page-assets.js';

/** An image that is opened directly must not run a script here. */
const imagePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Serves the style sheet, the scripts and the images of the pages. */
@ApiExcludeController()
@Controller({ path: 'console/assets', version: VERSION_NEUTRAL })
export class AssetsController {
  constructor(
    private readonly assets: PageAssets,
    private readonly headers: ResponseHeaders,
  ) {}

  /** @param version the version in the URL of a page. Another node may have another one during an upgrade */
  @Get(':name')
  serve(
    @Param('name') name: string,
    @Query('v') version: unknown,
    @Res({ passthrough: true }) response: unknown,
  ): StreamableFile {
    const asset = this.assets.find(name);
    if (!asset) throw new NotFoundError();
    const { type, bytes } = asset;
    const isCurrent = version === this.assets.version;
    this.headers.set(response, {
      'Cache-Control': isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=600',
      'X-Content-Type-Options': 'nosniff',
      ...(type.startsWith('image/') && { 'Content-Security-Policy': imagePolicy }),
    });
    return new StreamableFile(bytes, { type });
  }
}

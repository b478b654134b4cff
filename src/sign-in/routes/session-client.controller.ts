import { Controller, Get, Header, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { compactCode } from '../../http/compact-code.js';
import { ApiExcludeController } from '../../http/openapi/swagger.decorators.js';
import { SessionOriginGuard } from './session-origin.guard.js';

const file = new URL('../../browser-client/index.js', import.meta.url);

/** Served next to its routes, the client needs no URL: neither a prefix nor another origin. */
const ownUrl = "\ndefaults.url = new URL('.', import.meta.url).href.slice(0, -1);\n";

/** Serves `nest-accounts/browser` to pages without a bundler. */
@ApiExcludeController()
@UseGuards(SessionOriginGuard)
@Controller({ path: 'session', version: VERSION_NEUTRAL })
export class SessionClientController {
  private script: string | undefined;

  @Get('client.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=600')
  @Header('X-Content-Type-Options', 'nosniff')
  read(): string {
    return (this.script ??= compactCode(readFileSync(file, 'utf8')) + ownUrl);
  }
}

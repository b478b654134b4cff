import { Controller, Get, Header, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { readFileSync } from 'node:fs';

const read = (name: string) =>
  readFileSync(
    new URL(`./src/console/assets/${name}`, import.meta.resolve('#package.json')),
    'utf8',
  );

/** The style sheet and the script of the pages. */
@ApiExcludeController()
@Controller({ path: 'console/assets', version: VERSION_NEUTRAL })
export class AssetsController {
  private readonly css = read('console.css');
  private readonly js = read('console.js');

  @Get('console.css')
  @Header('Content-Type', 'text/css; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=600')
  @Header('X-Content-Type-Options', 'nosniff')
  styleSheet(): string {
    return this.css;
  }

  @Get('console.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=600')
  @Header('X-Content-Type-Options', 'nosniff')
  script(): string {
    return this.js;
  }
}

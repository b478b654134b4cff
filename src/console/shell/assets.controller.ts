import { applyDecorators, Controller, Get, Header, VERSION_NEUTRAL } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { ApiExcludeController } from '../../http/openapi/swagger.decorators.js';

const read = (name: string) =>
  readFileSync(
    new URL(`./src/console/assets/${name}`, import.meta.resolve('#package.json')),
    'utf8',
  );

/** Removes comments and indentation, a seventh of each file. */
const compact = (text: string) => text.replaceAll(/\/\*.*?\*\/|^\s*\/\/[^\n]*\n|^\s+/gms, '');

const Asset = (path: string, type: string) =>
  applyDecorators(
    Get(path),
    Header('Content-Type', type),
    Header('Cache-Control', 'public, max-age=600'),
    Header('X-Content-Type-Options', 'nosniff'),
  );

/** Serves the style sheet, the scripts and the icon of the pages. */
@ApiExcludeController()
@Controller({ path: 'console/assets', version: VERSION_NEUTRAL })
export class AssetsController {
  private readonly files = {
    css: compact(read('console.css')),
    js: compact(read('console.js')),
    passkeys: compact(read('passkeys.js')),
    icon: read('icon.svg'),
  };

  @Asset('console.css', 'text/css; charset=utf-8')
  styleSheet(): string {
    return this.files.css;
  }

  @Asset('console.js', 'text/javascript; charset=utf-8')
  script(): string {
    return this.files.js;
  }

  @Asset('passkeys.js', 'text/javascript; charset=utf-8')
  passkeysScript(): string {
    return this.files.passkeys;
  }

  @Asset('icon.svg', 'image/svg+xml')
  icon(): string {
    return this.files.icon;
  }
}

import {
  applyDecorators,
  Controller,
  Get,
  Header,
  StreamableFile,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { defaultColors, type Accent } from '../../brand/brand-colors.js';
import type { BrandImage } from '../../brand/brand-image.js';
import { Brand } from '../../brand/brand.js';
import { NotFoundError } from '../../errors/error-registry.js';
import { ApiExcludeController } from '../../http/openapi/swagger.decorators.js';

const read = (name: string) =>
  readFileSync(
    new URL(`./src/console/assets/${name}`, import.meta.resolve('#package.json')),
    'utf8',
  );

/** Removes comments and indentation, a seventh of each file. */
const compact = (text: string) => text.replaceAll(/\/\*.*?\*\/|^\s*\/\/[^\n]*\n|^\s+/gms, '');

const accentRule = ({ accent, strong, tint }: Accent) =>
  `:root{--brand-accent:${accent};--brand-accent-strong:${strong};--brand-accent-tint:${tint}}`;

const toFile = ({ bytes, type }: BrandImage) => new StreamableFile(bytes, { type });

const Asset = (path: string, type?: string) =>
  applyDecorators(
    Get(path),
    ...(type === undefined ? [] : [Header('Content-Type', type)]),
    Header('Cache-Control', 'public, max-age=600'),
    Header('X-Content-Type-Options', 'nosniff'),
  );

/** Removes what rules and declarations do not need. No string in the style sheet contains these characters. */
const compactRules = (css: string) =>
  css
    .replaceAll(/\s*([{};,])\s*/g, '$1')
    .replaceAll(/([{;][\w-]+): /g, '$1:')
    .replaceAll(/;(?=})|(?<![\d.])0(?=\.)/g, '');

/** An image that is opened directly must not run a script here. */
const imagePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const Image = (path: string) =>
  applyDecorators(Asset(path), Header('Content-Security-Policy', imagePolicy));

/** Serves the style sheet, the scripts and the images of the pages. */
@ApiExcludeController()
@Controller({ path: 'console/assets', version: VERSION_NEUTRAL })
export class AssetsController {
  private readonly files = {
    js: compact(read('console.js')),
    passkeys: compact(read('passkeys.js')),
  };
  private readonly css: string;
  private readonly defaultIcon: string;

  constructor(private readonly brand: Brand) {
    const { light, dark } = brand.colors;
    this.css = `${accentRule(light)}@media (prefers-color-scheme: dark){${accentRule(dark)}}\n${compactRules(compact(read('console.css')))}`;
    this.defaultIcon = read('icon.svg').replace(defaultColors.light.accent, light.accent);
  }

  @Asset('console.css', 'text/css; charset=utf-8')
  styleSheet(): string {
    return this.css;
  }

  @Asset('console.js', 'text/javascript; charset=utf-8')
  script(): string {
    return this.files.js;
  }

  @Asset('passkeys.js', 'text/javascript; charset=utf-8')
  passkeysScript(): string {
    return this.files.passkeys;
  }

  @Image('icon')
  icon(): StreamableFile {
    const { icon } = this.brand;
    if (icon) return toFile(icon);
    return new StreamableFile(Buffer.from(this.defaultIcon), { type: 'image/svg+xml' });
  }

  @Image('logo')
  logo(): StreamableFile {
    const { logo } = this.brand;
    if (!logo) throw new NotFoundError();
    return toFile(logo);
  }
}

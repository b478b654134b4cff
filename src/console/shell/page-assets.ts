import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { defaultColors, type Accent } from '../../brand/brand-colors.js';
import type { BrandImage } from '../../brand/brand-image.js';
import { Brand } from '../../brand/brand.js';
import { compactCode } from '../../http/compact-code.js';

/** A file that the pages load. */
export interface PageAsset {
  readonly type: string;
  readonly bytes: Uint8Array;
}

const read = (name: string) =>
  readFileSync(
    new URL(`./src/console/assets/${name}`, import.meta.resolve('#package.json')),
    'utf8',
  );

/** Removes what rules and declarations do not need. No string in the style sheet contains these characters. */
const compactRules = (css: string) =>
  css
    .replaceAll(/\s*([{};,])\s*/g, '$1')
    .replaceAll(/([{;][\w-]+): /g, '$1:')
    .replaceAll(/;(?=})|(?<![\d.])0(?=\.)/g, '');

const accentRule = ({ accent, strong, tint }: Accent) =>
  `:root{--brand-accent:${accent};--brand-accent-strong:${strong};--brand-accent-tint:${tint}}`;

const toAsset = (type: string, text: string): PageAsset => ({ type, bytes: Buffer.from(text) });

const script = (name: string) => toAsset('text/javascript; charset=utf-8', compactCode(read(name)));

/** The style sheet, the scripts and the images of the pages, in the brand's colors. */
@Injectable()
export class PageAssets {
  private readonly files: ReadonlyMap<string, PageAsset>;
  /** Changes with the content of any file. */
  readonly version: string;

  constructor(brand: Brand) {
    this.files = new Map([
      ['console.css', toAsset('text/css; charset=utf-8', styleSheet(brand))],
      ['console.js', script('console.js')],
      ['passkeys.js', script('passkeys.js')],
      ['icon', brand.icon ?? defaultIcon(brand)],
      ...(brand.logo ? [['logo', brand.logo] as [string, BrandImage]] : []),
    ]);
    const hash = createHash('sha256');
    for (const { bytes } of this.files.values()) hash.update(bytes);
    this.version = hash.digest('base64url').slice(0, 12);
  }

  find(name: string): PageAsset | undefined {
    return this.files.get(name);
  }
}

function styleSheet({ colors: { light, dark } }: Brand): string {
  const accents = `${accentRule(light)}@media (prefers-color-scheme: dark){${accentRule(dark)}}`;
  return `${accents}\n${compactRules(compactCode(read('console.css')))}`;
}

function defaultIcon({ colors: { light } }: Brand): PageAsset {
  const icon = read('icon.svg').replace(defaultColors.light.accent, light.accent);
  return toAsset('image/svg+xml', icon);
}

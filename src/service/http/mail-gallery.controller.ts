import { Controller, Get, Header, Query, VERSION_NEUTRAL } from '@nestjs/common';
import { Brand } from '../../brand/brand.js';
import { PageAssets } from '../../console/shell/page-assets.js';
import { ApiExcludeController } from '../../http/openapi/swagger.decorators.js';
import { PublicUrl } from '../../http/urls/public-url.js';
import { Languages } from '../../language/languages.js';
import { MailRenderer } from '../../mail/mails/mail.renderer.js';

/** Mails have inline styles. Their frames inherit this policy. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "img-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
].join('; ');

@ApiExcludeController()
@Controller({ path: 'console/mails', version: VERSION_NEUTRAL })
export class MailGalleryController {
  constructor(
    private readonly renderer: MailRenderer,
    private readonly languages: Languages,
    private readonly brand: Brand,
    private readonly assets: PageAssets,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Content-Security-Policy', contentSecurityPolicy)
  @Header('Cache-Control', 'no-store')
  @Header('Referrer-Policy', 'no-referrer')
  async gallery(@Query('language') language: unknown): Promise<string> {
    // Loaded on demand, because few developers open the gallery.
    const { renderGallery } = await import('./mail-gallery.js');
    return renderGallery(this.renderer, String(language), {
      language: this.languages.get('en')!,
      brand: this.brand,
      assetVersion: this.assets.version,
      path: (path) => this.publicUrl.path(path),
    });
  }
}

import type { MessageKey } from '../language/catalogues/index.js';
import { toBrandColors, type BrandColors } from './brand-colors.js';
import { readBrandImage, type BrandImage } from './brand-image.js';
import type { BrandOptions } from './brand.options.js';

/** A link in the footer of pages and mails. */
export interface BrandLink {
  readonly label: Extract<MessageKey, 'layout.terms' | 'layout.privacy' | 'layout.support'>;
  readonly url: string;
}

/** The name of the service without a brand, in all languages. */
export const defaultBrandName = 'Accounts';

/** The looks and links of the service. */
export class Brand {
  /** Default: {@link defaultBrandName} */
  readonly name: string | undefined;
  readonly logo: BrandImage | undefined;
  readonly icon: BrandImage | undefined;
  readonly colors: BrandColors;
  readonly links: readonly BrandLink[];
  readonly homeUrl: string | undefined;

  /** @param options checked by {@link findBrandProblems} */
  constructor(options: BrandOptions = {}) {
    const { name, logo, icon, accent, accentDark, homeUrl } = options;
    this.name = name;
    this.logo = logo === undefined ? undefined : readBrandImage(logo);
    this.icon = icon === undefined ? undefined : readBrandImage(icon);
    this.colors = toBrandColors(accent, accentDark);
    this.links = toLinks(options);
    this.homeUrl = homeUrl;
  }
}

function toLinks({ termsUrl, privacyUrl, supportUrl }: BrandOptions): BrandLink[] {
  const urls = {
    'layout.terms': termsUrl,
    'layout.privacy': privacyUrl,
    'layout.support': supportUrl,
  };
  return Object.entries(urls).flatMap(([label, url]) =>
    url === undefined ? [] : [{ label: label as BrandLink['label'], url }],
  );
}

import type { BrandImage } from '../../../brand/brand-image.js';
import { defaultBrandName } from '../../../brand/brand.js';
import { usePage, type PageFrame } from '../rendering/use-page.js';
import { languageTag } from '../../../language/language-codes.js';
import { languageChoices } from './account-fields.js';
import { Action } from './content.js';
import { CsrfFields } from './form.js';

/** The HTML document around a page. */
export function Layout({ html }: { html: string }) {
  const { account, asset, brand, isRefused, language, location, frame, notice, t } = usePage();
  const titled = t('layout.title', { page: frame.title, product: useProduct() });
  const title = frame.failed ? t('layout.error_title', { title: titled }) : titled;
  return (
    <html
      lang={language.tag}
      dir={language.direction}
      data-reopens-at={frame.reopensAt ?? (isRefused ? location : undefined)}
    >
      <head>
        <meta charset="utf-8" />
        {/* Window titles show bidi isolates as visible characters. */}
        <title>{title.replaceAll(/[\u2066-\u2069]/g, '')}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* Matches the header's background. */}
        <meta name="theme-color" content="#fff" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#16191f" media="(prefers-color-scheme: dark)" />
        <meta name="referrer" content="no-referrer" />
        <link rel="icon" href={asset('icon')} />
        <link rel="stylesheet" href={asset('console.css')} />
        {/* Runs before the first paint, to avoid layout shifts. */}
        <script src={asset('console.js')} defer {...blocking} />
      </head>
      <body>
        <a class="skip" href="#main">
          {t('layout.skip')}
        </a>
        <Header />
        <div class={getShellClasses(account !== undefined, frame)}>
          {account && !frame.bare && <Navigation />}
          <main id="main" class="main" tabIndex={-1}>
            <div role="status">{notice && <Notice text={t(notice)} />}</div>
            <div class="content" dangerouslySetInnerHTML={{ __html: html }} />
          </main>
        </div>
        <footer class="footer">
          <p>{t('layout.footer')}</p>
          {brand.links.length > 0 && <Links />}
          {/* An error page has no location to return to. */}
          {location && !frame.showsSecret && <LanguageSwitch />}
        </footer>
      </body>
    </html>
  );
}

/** Preact's types lack this attribute. */
const blocking: object = { blocking: 'render' };

/** Returns the CSS classes of the page: without navigation, it is one centred column. */
function getShellClasses(isSignedIn: boolean, { bare, narrow }: PageFrame): string {
  if (!isSignedIn || bare) return 'shell visitor';
  return narrow ? 'shell narrow' : 'shell';
}

/** Shows the result of the last action. It has the focus unless another element asks for it. */
function Notice({ text }: { text: string }) {
  const { frame } = usePage();
  return (
    <p class="notice" tabIndex={-1} autofocus={!frame.focused}>
      {text}
    </p>
  );
}

/** Returns the name of the service, which is the same in all languages. */
function useProduct(): string {
  return usePage().brand.name ?? defaultBrandName;
}

function Header() {
  const product = useProduct();
  const { account, brand, canSignOut = true, frame, path, t } = usePage();
  return (
    <header class="header" data-account={account?.email}>
      <div class="bar">
        <a class="brand" href={path('/console')}>
          {brand.logo ? <Logo {...brand.logo} /> : <Mark />}
          {!brand.logo && product}
        </a>
        {account && !frame.bare && (
          <div class="person">
            <bdi class="email">{account.email}</bdi>
            {canSignOut && (
              <Action path="/console/sign-out" label={t('layout.sign_out')} look="quiet" />
            )}
          </div>
        )}
      </div>
    </header>
  );
}

function Navigation() {
  const { frame, path, sections, t } = usePage();
  return (
    <nav class="navigation" aria-label={t('layout.navigation')}>
      <ul>
        {sections.map((section) => (
          <li key={section}>
            <a
              href={path(`/console/${section}`)}
              aria-current={section === frame.section ? 'page' : undefined}
            >
              {t(`layout.${section}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const logoHeight = 28;
const maxLogoWidth = 200;

/** The size in the attributes keeps its place while it loads. */
function Logo({ ratio }: BrandImage) {
  const { asset } = usePage();
  const product = useProduct();
  const width = Math.min(Math.round(ratio * logoHeight), maxLogoWidth);
  const height = Math.max(1, Math.min(Math.round(width / ratio), logoHeight));
  return <img src={asset('logo')} alt={product} width={width} height={height} />;
}

function Links() {
  const { brand, t } = usePage();
  return (
    <ul class="links">
      {brand.links.map(({ label, url }) => (
        <li key={label}>
          <a href={url}>{t(label)}</a>
        </li>
      ))}
    </ul>
  );
}

function Mark() {
  const { asset, brand } = usePage();
  if (brand.icon) return <img src={asset('icon')} alt="" width={24} height={24} />;
  return (
    <svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <rect class="mark-ground" width="24" height="24" rx="6" />
      <circle class="mark-figure" cx="12" cy="9.25" r="3.25" />
      <path class="mark-figure" d="M5.75 19a6.25 5.5 0 0 1 12.5 0z" />
    </svg>
  );
}

/**
 * Lets visitors choose the language of the pages in this browser. Each button also submits the first form of the page,
 * to show the entered values again.
 */
function LanguageSwitch() {
  const { frame, language, path, t } = usePage();
  const choices = languageChoices();
  const action = path('/console/language');
  const current = choices.find(({ code }) => code === language.code);
  return (
    <details class="languages">
      <summary>
        {t('field.language_code')}: <bdi>{current?.name}</bdi>
      </summary>
      <form method="post" action={action}>
        <CsrfFields />
        {choices.map(({ code, name }) => (
          <button
            key={code}
            {...(frame.form && { form: frame.form, formaction: action })}
            name="language"
            value={code}
            lang={languageTag(code)}
            aria-current={code === language.code ? 'true' : undefined}
          >
            {name}
          </button>
        ))}
      </form>
    </details>
  );
}

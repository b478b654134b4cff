import { usePage } from '../rendering/use-page.js';
import { Action } from './action.js';

/** The document around a page. */
export function Layout({ html }: { html: string }) {
  const { language, frame, notice, path, t } = usePage();
  const title = t('layout.title', { page: frame.title, product: t('layout.product') });
  return (
    <html lang={language.tag} dir={language.direction}>
      <head>
        <meta charset="utf-8" />
        <title>{frame.failed ? t('layout.error_title', { title }) : title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <link rel="icon" type="image/svg+xml" href={path('/console/assets/icon.svg')} />
        <link rel="stylesheet" href={path('/console/assets/console.css')} />
        <script src={path('/console/assets/console.js')} defer />
      </head>
      <body>
        <a class="skip" href="#main">
          {t('layout.skip')}
        </a>
        <Header />
        <main id="main" class={frame.narrow ? 'main narrow' : 'main'} tabIndex={-1}>
          <div role="status">{notice && <p class="notice">{t(notice)}</p>}</div>
          <div class="content" dangerouslySetInnerHTML={{ __html: html }} />
        </main>
        <footer class="footer">
          <p>{t('layout.footer')}</p>
        </footer>
      </body>
    </html>
  );
}

function Header() {
  const { account, frame, path, sections, t } = usePage();
  return (
    <header class="header">
      <div class="bar">
        <a class="brand" href={path('/console')}>
          <Mark />
          {t('layout.product')}
        </a>
        {account && (
          <>
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
            <div class="person">
              <bdi class="email">{account.email}</bdi>
              <Action path="/console/sign-out" label={t('layout.sign_out')} look="quiet" />
            </div>
          </>
        )}
      </div>
    </header>
  );
}

function Mark() {
  return (
    <svg class="mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <rect class="mark-ground" width="24" height="24" rx="6" />
      <circle class="mark-figure" cx="12" cy="9.25" r="3.25" />
      <path class="mark-figure" d="M5.75 19a6.25 5.5 0 0 1 12.5 0z" />
    </svg>
  );
}

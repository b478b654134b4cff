import { Fragment } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { languageCodes, languageTag, ownLanguageName } from '../../language/language-codes.js';
import { mailKinds } from '../../mail/mails/mail-content.js';
import { mailSamples } from '../../mail/mails/mail-samples.js';
import type { MailKind } from '../../mail/mails/mail-values.js';
import type { MailRenderer, RenderedMail } from '../../mail/mails/mail.renderer.js';

/** Lines of plain text have at most 76 characters, so that they fit into half of a wide window. */
const style = `
:root { color-scheme: light dark; }
body { max-width: 80rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
nav a { display: inline-block; margin-inline-end: 0.75rem; padding-block: 0.125rem; }
nav a[aria-current] { color: inherit; font-weight: bold; text-decoration: none; }
h2 { margin-block: 2.5rem 0.25rem; }
.mail { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(36rem, 100%), 1fr)); gap: 1rem; }
iframe, pre { box-sizing: border-box; width: 100%; height: 38rem; border: 1px solid GrayText; border-radius: 0.5rem; }
pre { margin: 0; padding: 1rem; overflow: auto; font: 0.75rem/1.6 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; }
`;

/**
 * Renders a page with every mail in a language, as HTML and as plain text, for development. The page has its own styles
 * and needs no scripts.
 *
 * @param language the code in the application data; English for any other
 */
export async function renderGallery(renderer: MailRenderer, language: string): Promise<string> {
  const mails = await Promise.all(
    mailKinds.map(async (kind) => ({
      kind,
      mail: await renderer.render(kind, language, mailSamples[kind]),
    })),
  );
  const known = languageCodes.find((code) => code === language) ?? 'en';
  const page = <Gallery language={known} mails={mails} />;
  return `<!doctype html>${renderToString(page)}`;
}

interface GalleryProps {
  /** The language code of the mails. */
  language: string;
  mails: readonly { readonly kind: MailKind; readonly mail: RenderedMail }[];
}

function Gallery({ language, mails }: GalleryProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Mails</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <header>
          <h1>Mails</h1>
          <nav aria-label="Languages">
            {languageCodes.map((code) => (
              <Fragment key={code}>
                <a
                  href={`?language=${code}`}
                  lang={languageTag(code)}
                  aria-current={code === language ? 'page' : undefined}
                >
                  {ownLanguageName(code)}
                </a>{' '}
              </Fragment>
            ))}
          </nav>
        </header>
        <main>
          {mails.map(({ kind, mail }) => (
            <section key={kind}>
              <h2>{kind}</h2>
              <p lang={mail.language} dir="auto">
                {mail.subject}
              </p>
              <div class="mail">
                <iframe title={`${kind} as HTML`} sandbox="" srcdoc={mail.html} />
                <pre lang={mail.language} dir="auto" tabIndex={0}>
                  {mail.text}
                </pre>
              </div>
            </section>
          ))}
        </main>
      </body>
    </html>
  );
}

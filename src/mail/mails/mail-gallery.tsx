import { renderToString } from 'preact-render-to-string';
import { languageCodes, languageNames, languageTag } from '../../language/language-codes.js';
import { mailKinds } from './mail-content.js';
import { mailSamples } from './mail-samples.js';
import type { MailKind } from './mail-values.js';
import type { MailRenderer, RenderedMail } from './mail.renderer.js';

const style = `
:root { color-scheme: light dark; }
body { max-width: 80rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; }
nav a { margin-inline-end: 0.75rem; white-space: nowrap; }
article { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: 1rem; }
iframe { width: 100%; height: 36rem; border: 1px solid; }
pre { margin: 0; padding: 1rem; border: 1px solid; overflow: auto; white-space: pre-wrap; unicode-bidi: plaintext; }
`;

/**
 * A page with every mail in a language, as HTML and as plain text, for development. It has styles of its own, and
 * needs no scripts.
 *
 * @param language the code in the application data
 * @param urlOf the URL of the page in another language
 */
export async function renderGallery(
  renderer: MailRenderer,
  language: string,
  urlOf: (language: string) => string = (code) => `?language=${code}`,
): Promise<string> {
  const mails = await Promise.all(
    mailKinds.map(async (kind) => ({
      kind,
      mail: await renderer.render(kind, language, mailSamples[kind]),
    })),
  );
  return `<!doctype html>${renderToString(<Gallery mails={mails} urlOf={urlOf} />)}`;
}

interface GalleryProps {
  mails: readonly { readonly kind: MailKind; readonly mail: RenderedMail }[];
  urlOf(language: string): string;
}

function Gallery({ mails, urlOf }: GalleryProps) {
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
        <h1>Mails</h1>
        <nav aria-label="Languages">
          {languageCodes.map((code) => (
            <>
              <a href={urlOf(code)} lang={languageTag(code)}>
                {languageNames(languageTag(code))(code)}
              </a>{' '}
            </>
          ))}
        </nav>
        <main>
          {mails.map(({ kind, mail }) => (
            <section key={kind}>
              <h2>{kind}</h2>
              <p lang={mail.language} dir="auto">
                {mail.subject}
              </p>
              <article>
                <iframe title={`${kind} as HTML`} sandbox="" srcdoc={mail.html} />
                <pre lang={mail.language} dir="auto">
                  {mail.text}
                </pre>
              </article>
            </section>
          ))}
        </main>
      </body>
    </html>
  );
}

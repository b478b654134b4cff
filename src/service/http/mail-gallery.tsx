import { Card, Content } from '../../console/shell/components/content.js';
import { renderPage } from '../../console/shell/rendering/render.js';
import type { PageContext } from '../../console/shell/rendering/use-page.js';
import { languageCodes, languageTag, ownLanguageName } from '../../language/language-codes.js';
import { mailKinds } from '../../mail/mails/mail-content.js';
import { mailSamples } from '../../mail/mails/mail-samples.js';
import type { MailKind } from '../../mail/mails/mail-values.js';
import type { MailRenderer, RenderedMail } from '../../mail/mails/mail.renderer.js';

/** In addition to the style sheet of the console. Lines of plain text have at most 76 characters and fit half a window. */
const style = `
.bar, .shell { max-inline-size: 90rem; }
.card .lead { max-inline-size: none; }
.visitor .main { max-inline-size: none; margin-inline: 0; }
.filter a { min-block-size: 2rem; padding-block: 0; font-size: 0.875rem; }
.mail { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(34rem, 100%), 1fr)); gap: 1rem; }
.mail > * { inline-size: 100%; block-size: 38rem; border: 1px solid var(--line); border-radius: var(--radius-small); }
pre { margin: 0; padding: 1rem; overflow: auto; background: var(--sunken); font: 0.75rem/1.6 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: plaintext; }
`;

/**
 * Renders a page with every mail in a language, as HTML and as plain text, for development.
 *
 * @param language the code in the application data; English for any other
 * @param context the language of the page, the brand and the URLs
 */
export async function renderGallery(
  renderer: MailRenderer,
  language: string,
  context: Pick<PageContext, 'language' | 'brand' | 'assetVersion' | 'path'>,
): Promise<string> {
  const mails = await Promise.all(
    mailKinds.map(async (kind) => ({
      kind,
      mail: await renderer.render(kind, language, mailSamples[kind]),
    })),
  );
  const known = languageCodes.find((code) => code === language) ?? 'en';
  return renderPage(
    // The page has no forms and no navigation.
    { ...context, csrfToken: '', formId: '', sections: ['account'], signUp: false, mail: true },
    <Gallery language={known} mails={mails} />,
  );
}

interface GalleryProps {
  /** The language code of the mails. */
  language: string;
  mails: readonly { readonly kind: MailKind; readonly mail: RenderedMail }[];
}

function Gallery({ language, mails }: GalleryProps) {
  return (
    <Content title="Mails">
      <style dangerouslySetInnerHTML={{ __html: style }} />
      <nav aria-label="Languages">
        <ul class="filter">
          {languageCodes.map((code) => (
            <li key={code}>
              <a
                href={`?language=${code}`}
                lang={languageTag(code)}
                aria-current={code === language ? 'page' : undefined}
              >
                {ownLanguageName(code)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {mails.map(({ kind, mail }) => (
        <Card key={kind} title={kind}>
          <p class="lead" lang={mail.language} dir="auto">
            {mail.subject}
          </p>
          <div class="mail">
            <iframe title={`${kind} as HTML`} sandbox="" srcdoc={mail.html} />
            <pre lang={mail.language} dir="auto" tabIndex={0}>
              {mail.text}
            </pre>
          </div>
        </Card>
      ))}
    </Content>
  );
}

import { Fragment, type CSSProperties, type TableHTMLAttributes } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { BrandColors, HexColor } from '../../brand/brand-colors.js';
import type { Language } from '../../language/language.js';
import type { MailKey } from '../../language/mails/index.js';
import type { MailBlock, MailContent } from './mail-content.js';
import { wrapped } from './wrapped.js';

const font =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Helvetica, Arial, sans-serif";

/** Inline styles, because many mail programs ignore style sheets. */
const styles = {
  body: { margin: 0, padding: 0, backgroundColor: '#f6f7f9' },
  ground: { backgroundColor: '#f6f7f9', padding: '24px 12px' },
  card: {
    width: '100%',
    maxWidth: '600px',
    backgroundColor: '#ffffff',
    border: '1px solid #dde1e7',
    borderRadius: '12px',
    borderCollapse: 'separate',
  },
  content: {
    padding: '28px 24px',
    fontFamily: font,
    fontSize: '16px',
    lineHeight: '24px',
    color: '#171a21',
    // Names and addresses may be wider than a phone.
    wordBreak: 'break-word',
  },
  paragraph: { margin: '0 0 16px' },
  small: { margin: '0 0 12px', fontSize: '14px', lineHeight: '21px', color: '#545c6a' },
  action: { margin: '8px 0 24px' },
  button: {
    display: 'inline-block',
    padding: '12px 24px',
    borderRadius: '8px',
    color: '#ffffff',
    fontWeight: 600,
    textAlign: 'center',
    textDecoration: 'none',
  },
  code: {
    margin: '0 0 24px',
    fontSize: '28px',
    lineHeight: '36px',
    fontWeight: 600,
    letterSpacing: '4px',
  },
  link: { wordBreak: 'break-all' },
  signature: {
    margin: '20px 0 0',
    paddingTop: '16px',
    borderTop: '1px solid #dde1e7',
    fontSize: '14px',
    lineHeight: '21px',
    color: '#545c6a',
  },
} satisfies Record<string, CSSProperties>;

/** Overrides the inline styles in mail programs that support dark mode. */
const darkMode = (accent: HexColor) => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background-color: #0e1014 !important; }
  .card { background-color: #16191f !important; border-color: #2a2f39 !important; }
  .content { color: #e9ebef !important; }
  .muted { color: #a4acb9 !important; border-color: #2a2f39 !important; }
  .button { background-color: ${accent} !important; color: #10131f !important; }
  .link { color: ${accent} !important; }
}
`;

/** Renders a mail as an HTML document that loads nothing. */
export function mailHtml(
  content: MailContent,
  language: Language<MailKey>,
  colors: BrandColors,
): string {
  const html = renderToString(
    <MailDocument content={content} language={language} colors={colors} />,
  );
  // A mail must not have lines of more than 998 bytes (RFC 5322 section 2.1.1).
  return `<!doctype html>\n${html.replaceAll(/<\/?(?:html|head|meta|title|style|body|table|tbody|tr|td|p)\b[^>]*>/g, '$&\n')}`;
}

interface MailDocumentProps {
  content: MailContent;
  language: Language<MailKey>;
  colors: BrandColors;
}

/** A single column. Webmail drops the surrounding document, so the table also has the language. */
function MailDocument({ content, language, colors }: MailDocumentProps) {
  const { tag, direction } = language;
  const side = direction === 'rtl' ? 'right' : 'left';
  return (
    <html lang={tag} dir={direction}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{content.subject}</title>
        <style dangerouslySetInnerHTML={{ __html: darkMode(colors.dark.accent) }} />
      </head>
      <body class="ground" style={styles.body}>
        <Table width="100%">
          <td class="ground" align="center" style={styles.ground}>
            <Table width="600" class="card" style={styles.card}>
              <td
                class="content"
                lang={tag}
                dir={direction}
                align={side}
                style={{ ...styles.content, textAlign: side }}
              >
                <Content {...content} accent={colors.light.accent} />
              </td>
            </Table>
          </td>
        </Table>
      </body>
    </html>
  );
}

function Table({ children, ...attributes }: TableHTMLAttributes) {
  return (
    <table role="presentation" cellPadding="0" cellSpacing="0" {...attributes}>
      <tbody>
        <tr>{children}</tr>
      </tbody>
    </table>
  );
}

interface ContentProps extends MailContent {
  accent: HexColor;
}

function Content({ greeting, blocks, linkHint, signature, links, accent }: ContentProps) {
  const button = blocks.find((block) => block.type === 'button');
  return (
    <>
      <p style={styles.paragraph}>{wrapped(greeting)}</p>
      {blocks.map((block, index) => (
        <Block key={index} block={block} accent={accent} />
      ))}
      {button && (
        <p class="muted" style={styles.small}>
          {wrapped(linkHint)}
          <br />
          <a class="link" dir="ltr" href={button.link} style={{ ...styles.link, color: accent }}>
            {button.link}
          </a>
        </p>
      )}
      <p class="muted" style={styles.signature}>
        {wrapped(signature)}
        {links.map(({ label, url }) => (
          <Fragment key={url}>
            <br />
            <a class="link" href={url} style={{ color: accent }}>
              {label}
            </a>
          </Fragment>
        ))}
      </p>
    </>
  );
}

function Block({ block, accent }: { block: MailBlock; accent: HexColor }) {
  switch (block.type) {
    case 'paragraph':
      return <p style={styles.paragraph}>{wrapped(block.text)}</p>;
    case 'small':
      return (
        <p class="muted" style={styles.small}>
          {wrapped(block.text)}
        </p>
      );
    case 'code':
      return (
        <p style={styles.code}>
          <span dir="ltr">{block.text}</span>
        </p>
      );
    case 'button':
      return (
        <p style={styles.action}>
          <a class="button" href={block.link} style={{ ...styles.button, backgroundColor: accent }}>
            {block.label}
          </a>
        </p>
      );
  }
}

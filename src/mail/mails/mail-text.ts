import type { MailBlock, MailContent } from './mail-content.js';
import { wrapped } from './wrapped.js';

/** Renders a mail as plain text, with each link on its own line. */
export function mailText({ greeting, blocks, signature }: MailContent): string {
  // Mail programs recognize the signature by this line (RFC 3676 section 4.3).
  const end = `-- \n${wrapped(signature)}`;
  return `${[wrapped(greeting), ...blocks.map(blockText), end].join('\n\n')}\n`;
}

function blockText(block: MailBlock): string {
  return block.type === 'button' ? `${wrapped(block.label)}\n${block.link}` : wrapped(block.text);
}

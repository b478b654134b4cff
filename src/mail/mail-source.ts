import { createHash } from 'node:crypto';
import type { MailMessage } from './mail.transport.js';
import { parseMailbox } from './mailbox.js';

/**
 * The mail in the Internet Message Format (RFC 5322). Its texts stay as they are, instead of being encoded, so that
 * it can be read in an editor and links can be copied.
 */
export function mailSource(message: MailMessage, date: Date): string {
  const { text, html, headers } = message;
  const boundary = `=_${createHash('sha256').update(text).update(html).digest('hex').slice(0, 16)}`;
  return lines(
    `From: ${sender(message.from)}`,
    `To: ${oneLine(message.to)}`,
    `Subject: ${encodedWords(message.subject)}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${oneLine(message.messageId)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${encodedWords(value)}`),
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    ...part(boundary, 'text/plain', text),
    ...part(boundary, 'text/html', html),
    `--${boundary}--`,
    '',
  );
}

const part = (boundary: string, type: string, content: string) => [
  `--${boundary}`,
  `Content-Type: ${type}; charset=utf-8`,
  'Content-Transfer-Encoding: 8bit',
  '',
  ...content.split(/\r\n|\r|\n/),
];

const lines = (...all: string[]) => all.join('\r\n');

/** Without line breaks and other control characters, which would begin another header. */
export const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

function sender(from: string): string {
  const { name, address } = parseMailbox(from) ?? { name: '', address: oneLine(from) };
  if (!name) return address;
  const shown = /^[\x20-\x7e]*$/.test(name) ? `"${name}"` : encodedWords(name);
  return `${shown} <${address}>`;
}

/** A value of a header, beyond ASCII in encoded words (RFC 2047), each of whole characters on its own line. */
function encodedWords(text: string): string {
  const value = oneLine(text);
  if (/^[\x20-\x7e]*$/.test(value)) return value;
  const words = [''];
  for (const character of value) {
    const longer = words.at(-1)! + character;
    if (Buffer.byteLength(longer) > 42) words.push(character);
    else words[words.length - 1] = longer;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}

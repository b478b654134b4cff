import { createHash } from 'node:crypto';
import type { MailMessage } from './mail.transport.js';
import { parseMailbox } from './mailbox.js';

/**
 * Formats a mail as an Internet message (RFC 5322). Texts are not encoded, so that a reader can open the file in an
 * editor and copy links.
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

/** Removes line breaks and other control characters, which would start another header. */
export const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

function sender(from: string): string {
  const { name, address } = parseMailbox(from) ?? { name: '', address: oneLine(from) };
  if (!name) return address;
  const shown = /^[\x20-\x7e]*$/.test(name) ? `"${name}"` : encodedWords(name);
  return `${shown} <${address}>`;
}

/** Encodes a header value. Non-ASCII text becomes encoded words (RFC 2047) of whole characters, one word per line. */
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

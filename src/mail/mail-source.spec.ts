import { simpleParser, type AddressObject } from 'mailparser';
import { mailSource } from './mail-source.js';
import type { MailMessage } from './mail.transport.js';

const date = new Date('2026-01-18T14:49:37Z');
const message = (changes: Partial<MailMessage> = {}): MailMessage => ({
  from: 'Accounts, Inc. <accounts@example.com>',
  to: 'ada@example.org',
  subject: 'Réinitialisez votre mot de passe pour le service des comptes de חשבונות 🔑🔑🔑🔑🔑',
  text: 'Grüße\n\nhttps://accounts.example/x?token=a=b\n',
  html: '<p>Grüße</p>\n',
  messageId: '<1@example.com>',
  headers: { 'Content-Language': 'fr' },
  ...changes,
});

describe('the source of a mail', () => {
  it.each(['Accounts, Inc.', 'Kontën “X”'])(
    'is parsed back to the same mail, from %s',
    async (name) => {
      const from = /^[ -~]*$/.test(name) ? `"${name}"` : name;
      const sent = message({ from: `${from} <accounts@example.com>` });
      const parsed = await simpleParser(mailSource(sent, date));
      expect(parsed.from!.value).toEqual([{ name, address: 'accounts@example.com' }]);
      expect((parsed.to as AddressObject).value).toEqual([
        { name: '', address: 'ada@example.org' },
      ]);
      expect(parsed.subject).toBe(sent.subject);
      expect(parsed.text).toBe(sent.text);
      expect(parsed.html).toBe(sent.html);
      expect(parsed.date).toEqual(date);
      expect(parsed.messageId).toBe(sent.messageId);
      expect(parsed.headers.get('content-language')).toBe('fr');
    },
  );

  it('has lines that comply with RFC 5322, and a readable text part', () => {
    const source = mailSource(message(), date);
    expect(source.split('\r\n').filter((line) => /[\r\n]/.test(line))).toEqual([]);
    expect(source).toContain('\r\nhttps://accounts.example/x?token=a=b\r\n');
    const [head = ''] = source.split('\r\n\r\n');
    expect(head).toMatch(/^[\r\n\x20-\x7e]*$/);
    expect(head.split('\r\n').filter((line) => line.length > 78)).toEqual([]);
  });

  it('contains no header injected by a value', async () => {
    const injected = 'x\r\nBcc: eve@example.org\r\n\r\n\0body\u2028';
    const sent = message({
      from: `${injected} <accounts@example.com>`,
      to: injected,
      subject: injected,
      messageId: injected,
      headers: { 'X-Kind': injected },
    });
    const source = mailSource(sent, date);
    expect(source).not.toMatch(/^Bcc/m);
    expect((await simpleParser(source)).text).toBe(sent.text);
  });
});

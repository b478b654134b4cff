import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger, type LoggerService } from '@nestjs/common';
import { FileTransport, type MailFile } from './file.transport.js';
import type { MailMessage } from './mail.transport.js';

const mail = (number: number): MailMessage => ({
  from: 'accounts@example.com',
  to: 'ada@example.org',
  subject: `Number ${number}`,
  text: `Hello,\n\nConfirm\nhttp://127.0.0.1:3000/x?token=${number}\n`,
  html: '<p>Hello</p>',
  messageId: `<${number}@example.com>`,
  headers: {},
});

const logger = Reflect.get(Logger, 'staticInstanceRef') as LoggerService;

describe('mails in a folder', () => {
  let parent: string;
  let folder: string;
  let logged: string[];
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'mails-'));
    folder = join(parent, 'mail');
    logged = [];
    const log = (text: string) => void logged.push(text);
    Logger.overrideLogger({ log, error: log, warn: log });
  });
  afterEach(() => {
    Logger.overrideLogger(logger);
    rmSync(parent, { recursive: true });
  });

  const files = () => readdirSync(folder).sort();
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');

  it('are readable only by the owner of the process', async () => {
    await new FileTransport(folder).sendMail(mail(1));
    const [name] = files();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, name!)).mode & 0o777).toBe(0o600);
    expect(read(name!)).toContain('\r\nSubject: Number 1\r\n');
  });

  it('are logged on one line with the link and the file', async () => {
    const transport = new FileTransport(folder);
    await transport.sendMail(mail(7));
    const file = join(folder, files()[0]!);
    expect(logged).toEqual([
      `“Number 7” to ada@example.org: http://127.0.0.1:3000/x?token=7 (${file})`,
    ]);
    await transport.sendMail({ ...mail(8), subject: 'a\r\nb\u001b[31m', text: 'No link' });
    expect(logged).toHaveLength(2);
    expect(logged[1]).toMatch(/^“a b \[31m” to ada@example\.org: \(.*\.eml\)$/);
  });

  it('are passed to the announce callback instead of the log', async () => {
    const announced: MailFile[] = [];
    const transport = new FileTransport(folder, (file) => announced.push(file));
    const text = `${mail(7).text}\n\n07316294\n`;
    await transport.sendMail({ ...mail(7), subject: 'a\nb', text });
    expect(announced).toEqual([
      {
        file: join(folder, files()[0]!),
        to: 'ada@example.org',
        subject: 'a b',
        link: 'http://127.0.0.1:3000/x?token=7',
        code: '07316294',
      },
    ]);
    expect(logged).toEqual([]);
  });

  it('have names that sort in the order of sending', async () => {
    const transport = new FileTransport(folder);
    for (let i = 1; i <= 12; i++) await transport.sendMail(mail(i));
    await transport.sendMail(mail(13));
    const subjects = files().map((name) => /^Subject: (.*)\r$/m.exec(read(name))![1]);
    expect(subjects).toEqual(Array.from({ length: 13 }, (_, i) => `Number ${i + 1}`));
  });

  it('are limited to the newest 200, and other files stay', async () => {
    const transport = new FileTransport(folder);
    await transport.sendMail(mail(0));
    writeFileSync(join(folder, '.gitignore'), '*');
    writeFileSync(join(folder, '0-mine.eml'), '');
    await Promise.all(Array.from({ length: 204 }, (_, i) => transport.sendMail(mail(i + 1))));
    await transport.sendMail(mail(205));
    const kept = files().filter((name) => /^\d{8}T/.test(name));
    expect(kept).toHaveLength(200);
    expect(read(kept.at(-1)!)).toContain('\r\nSubject: Number 205\r\n');
    expect(files()).toEqual(expect.arrayContaining(['.gitignore', '0-mine.eml']));
  });
});

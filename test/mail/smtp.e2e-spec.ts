import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { AddressObject } from 'mailparser';
import { createTransport } from 'nodemailer';
import type { SMTPServerOptions } from 'smtp-server';
import { automaticMailHeaders } from '../../src/mail/mailer.js';
import {
  MailRejectedError,
  type MailMessage,
  type MailTransport,
} from '../../src/mail/mail.transport.js';
import { SmtpTransport, type SmtpTransportOptions } from '../../src/mail/smtp.transport.js';
import { selfSignedCertificate } from '../support/servers/certificate.js';
import { Opensmtpd, opensmtpdAvailable } from '../support/servers/opensmtpd.js';
import { reply, SmtpServer } from '../support/servers/smtp.js';
import { until } from '../support/until.js';

const { cert, key } = selfSignedCertificate();
const ca = cert;
const withTls: SMTPServerOptions = { cert, key };
const withoutTls: SMTPServerOptions = { disabledCommands: ['STARTTLS'] };
const secret = 'https://accounts.example/reset?token=s3cr3t-t0k3n';

const message = (changes: Partial<MailMessage> = {}): MailMessage => ({
  from: 'Example “Accounts” <accounts@example.com>',
  to: 'ada@example.org',
  subject: 'Réinitialiser le mot de passe – כן',
  text: `Grüße\n\n${secret}\n.\n..\nEnd\n`,
  html: `<p>Grüße <a href="${secret}">&amp;</a></p>`,
  messageId: '<0190.1@example.com>',
  headers: automaticMailHeaders('fr'),
  ...changes,
});

const servers: { stop(): Promise<void> }[] = [];
const transports: SmtpTransport[] = [];
afterEach(async () => {
  await Promise.all(transports.splice(0).map((each) => each.close()));
  await Promise.all(servers.splice(0).map((each) => each.stop()));
});

async function serve(options: SMTPServerOptions): Promise<SmtpServer> {
  const server = await SmtpServer.start(options);
  servers.push(server);
  return server;
}

function transport(url: string, options: SmtpTransportOptions = {}): SmtpTransport {
  const created = new SmtpTransport(url, { ca, timeoutMs: 1_000, deadlineMs: 5_000, ...options });
  transports.push(created);
  return created;
}

/** The error of a mail, which must not contain any part of the mail or the URL. */
async function failure(
  url: string,
  changes: Partial<MailMessage> = {},
  options: SmtpTransportOptions = {},
): Promise<Error> {
  const sent = message(changes);
  const error = await transport(url, options)
    .sendMail(sent)
    .then(
      () => new Error('it was sent'),
      (thrown: unknown) => thrown as Error,
    );
  const printed = `${error.stack} ${JSON.stringify(error, Object.getOwnPropertyNames(error))}`;
  expect(error.cause).toBeUndefined();
  for (const private_ of [sent.to, sent.subject, 's3cr3t', 'passw0rd', 'Grüße']) {
    expect(printed).not.toContain(private_);
  }
  return error;
}

const isTriedAgain = (error: Error) => !(error instanceof MailRejectedError);

describe('a mail over SMTP', () => {
  it('arrives unchanged over STARTTLS', async () => {
    const server = await serve(withTls);
    await transport(server.url()).sendMail(message());
    const [{ session, parsed, source }] = server.received as [(typeof server.received)[0]];
    expect(session.secure).toBe(true);
    expect(session.envelope.mailFrom).toMatchObject({ address: 'accounts@example.com' });
    expect(session.envelope.rcptTo.map(({ address }) => address)).toEqual(['ada@example.org']);
    expect(parsed.from!.value).toEqual([
      { name: 'Example “Accounts”', address: 'accounts@example.com' },
    ]);
    expect((parsed.to as AddressObject).value).toEqual([{ name: '', address: 'ada@example.org' }]);
    expect(parsed.subject).toBe(message().subject);
    expect(parsed.text).toBe(message().text);
    expect(parsed.html).toBe(message().html);
    expect(parsed.messageId).toBe('<0190.1@example.com>');
    expect(parsed.headers.get('auto-submitted')).toBe('auto-generated');
    expect(parsed.headers.get('x-auto-response-suppress')).toBe('All');
    expect(parsed.headers.get('content-language')).toBe('fr');
    expect(parsed.date!.getTime()).toBeGreaterThan(Date.now() - 60_000);
    expect(source.toString()).not.toMatch(/nodemailer|x-mailer/i);
  });

  it('arrives over implicit TLS', async () => {
    const server = await serve({ ...withTls, secure: true });
    await transport(server.url('smtps')).sendMail(message());
    expect(server.received[0]!.session.secure).toBe(true);
  });

  it('arrives unencrypted only if STARTTLS is turned off', async () => {
    const server = await serve(withoutTls);
    const error = await failure(server.url());
    expect(error.message).toMatch(/^the mail server replied 5\d\d(?: [\d.]+)? to STARTTLS$/);
    expect(isTriedAgain(error)).toBe(true);
    expect(server.received).toEqual([]);
    await transport(`${server.url()}?starttls=off`).sendMail(message());
    expect(server.received[0]!.session.secure).toBe(false);
  });

  it.each(['smtp', 'smtps'])(
    'is not sent over %s to a server with an untrusted certificate',
    async (scheme) => {
      const server = await serve({ ...withTls, secure: scheme === 'smtps' });
      const { cert: other } = selfSignedCertificate();
      const error = await failure(server.url(scheme), {}, { ca: other });
      expect(error.message).toBe('the certificate of the mail server is not trusted');
      expect(isTriedAgain(error)).toBe(true);
      expect(server.received).toEqual([]);
    },
  );

  it('is not sent to a server with the certificate of another host', async () => {
    const server = await serve(withTls);
    const error = await failure(server.url().replace('127.0.0.1', 'localhost'));
    expect(error.message).toBe('the certificate of the mail server is not trusted');
  });

  it('is sent with a user name and password that contain special characters', async () => {
    const seen: unknown[] = [];
    const server = await serve({
      ...withTls,
      onAuth: ({ username, password }, _session, done) => {
        seen.push([username, password]);
        done(null, { user: username });
      },
    });
    await transport(server.url('smtp', 'us%40er:p%3Aä%2F%C3%A4@')).sendMail(message());
    expect(seen).toEqual([['us@er', 'p:ä/ä']]);
    expect(server.received[0]!.session.user).toBe('us@er');
  });

  it('is retryable if the password is wrong or the server does not support AUTH', async () => {
    const wrong = await serve({
      ...withTls,
      onAuth: (_auth, _session, done) => done(reply(535, 'passw0rd of user is wrong')),
    });
    const error = await failure(wrong.url('smtp', 'user:passw0rd@'));
    expect(error.message).toMatch(/^the mail server replied 535(?: [\d.]+)? to AUTH PLAIN$/);
    expect(isTriedAgain(error)).toBe(true);

    const none = await serve({ ...withTls, disabledCommands: ['AUTH'] });
    const unknown = await failure(none.url('smtp', 'user:passw0rd@'));
    expect(unknown.message).toMatch(/^the mail server replied 5\d\d(?: [\d.]+)? to AUTH PLAIN$/);
    expect(isTriedAgain(unknown)).toBe(true);
    expect(none.received).toEqual([]);
  });
});

describe('a mail that the server refuses', () => {
  const text = `no, ada@example.org: ${secret}`;
  const steps: Record<string, (error: Error) => SMTPServerOptions> = {
    'the connection': (error) => ({ onConnect: (_session, done) => done(error) }),
    'MAIL FROM': (error) => ({ onMailFrom: (_address, _session, done) => done(error) }),
    'RCPT TO': (error) => ({ onRcptTo: (_address, _session, done) => done(error) }),
    DATA: (error) => ({
      onData: (stream, _session, done) => void stream.resume().on('end', () => done(error)),
    }),
  };

  it.each(Object.keys(steps))('with 4xx to %s is retryable', async (step) => {
    for (const hidePIPELINING of [true, false]) {
      const server = await serve({ ...withTls, hidePIPELINING, ...steps[step]!(reply(451, text)) });
      const error = await failure(server.url());
      expect(error.message).toMatch(
        new RegExp(`^the mail server replied 451(?: [\\d.]+)? to ${step}$`),
      );
      expect(isTriedAgain(error)).toBe(true);
    }
  });

  it.each(Object.keys(steps))(
    'with 5xx to %s is rejected only if the reply concerns this mail',
    async (step) => {
      for (const hidePIPELINING of [true, false]) {
        const server = await serve({
          ...withTls,
          hidePIPELINING,
          ...steps[step]!(reply(550, text)),
        });
        const error = await failure(server.url());
        expect(error.message).toMatch(
          new RegExp(`^the mail server replied 550(?: [\\d.]+)? to ${step}$`),
        );
        expect(isTriedAgain(error)).toBe(!['RCPT TO', 'DATA'].includes(step));
      }
    },
  );

  it.each([503, 530])(
    'with %i to RCPT TO, which concerns the session, is retryable',
    async (code) => {
      const server = await serve({ ...withTls, ...steps['RCPT TO']!(reply(code, text)) });
      expect(isTriedAgain(await failure(server.url()))).toBe(true);
    },
  );

  it('does not block the next mail', async () => {
    const server = await serve({
      ...withTls,
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('no') ? reply(550, text) : null),
    });
    const smtp = transport(server.url());
    await expect(smtp.sendMail(message({ to: 'no@example.org' }))).rejects.toThrow(
      MailRejectedError,
    );
    await smtp.sendMail(message());
    expect(server.received).toHaveLength(1);
  });
});

describe('a mail to a server that does not respond', () => {
  /** Starts a raw TCP server and returns its URL. */
  async function raw(onConnection: (socket: Socket) => void): Promise<string> {
    const sockets = new Set<Socket>();
    const server: Server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      onConnection(socket);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    servers.push({
      stop: async () => {
        for (const socket of sockets) socket.destroy();
        server.close();
      },
    });
    return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?starttls=off`;
  }

  it('is retryable if nothing listens', async () => {
    const server = await SmtpServer.start();
    const url = server.url();
    await server.stop();
    const error = await failure(url);
    expect(error.message).toBe('the mail could not be handed to the mail server: ECONNREFUSED');
    expect(isTriedAgain(error)).toBe(true);
  });

  it('is retryable if the server is silent', async () => {
    const started = performance.now();
    const error = await failure(await raw(() => undefined), {}, { timeoutMs: 200 });
    expect(error.message).toBe('the mail server took too long');
    expect(isTriedAgain(error)).toBe(true);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('is retryable if the server closes the connection immediately', async () => {
    const error = await failure(await raw((socket) => socket.end()));
    expect(error.message).toBe('the mail server closed the connection');
    expect(isTriedAgain(error)).toBe(true);
  });

  it('is retryable after the deadline if the server never completes its greeting', async () => {
    let timer: NodeJS.Timeout | undefined;
    const url = await raw((socket) => {
      timer = setInterval(() => socket.write('220-wait\r\n'), 50);
      socket.on('close', () => clearInterval(timer));
    });
    const started = performance.now();
    const options = { timeoutMs: 60_000, deadlineMs: 500 };
    const error = await failure(url, {}, options);
    expect(error.message).toBe('the mail server took too long');
    const international = await failure(url, { to: 'añá@example.org' }, options);
    expect(international.message).toMatch(/took too long|closed the connection/);
    expect(isTriedAgain(error) && isTriedAgain(international)).toBe(true);
    expect(performance.now() - started).toBeLessThan(4_000);
  });

  it('is retryable, but not retried by the transport, if the connection ends after DATA', async () => {
    let attempts = 0;
    const server: SmtpServer = await serve({
      ...withTls,
      onData: (stream) =>
        void stream.resume().on('end', () => {
          attempts += 1;
          server.cut();
        }),
    });
    const error = await failure(server.url());
    expect(error.message).toBe('the mail server closed the connection');
    expect(isTriedAgain(error)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(attempts).toBe(1);
  });

  it('is sent over a new connection if the server has closed the previous one', async () => {
    const server = await serve(withTls);
    const smtp = transport(server.url());
    await smtp.sendMail(message());
    server.cut();
    await smtp.sendMail(message());
    expect(server.received).toHaveLength(2);
    expect(server.connections).toBe(2);
  });
});

describe('many mails', () => {
  it('share at most five connections', async () => {
    const server = await serve(withTls);
    const smtp = transport(server.url());
    await Promise.all(Array.from({ length: 40 }, () => smtp.sendMail(message())));
    expect(server.received).toHaveLength(40);
    expect(server.maxConnections).toBeLessThanOrEqual(5);
  });

  it('finish sending at shutdown, and no new one starts afterwards', async () => {
    const server: SmtpServer = await serve({
      ...withTls,
      onData: (stream, session, done) =>
        void server.receive(stream, session).then(() => setTimeout(done, 300)),
    });
    const smtp = transport(server.url());
    const sent = smtp.sendMail(message());
    await until(() => server.received.length === 1);
    await smtp.close();
    await sent;
    expect(
      isTriedAgain((await smtp.sendMail(message()).catch((error: Error) => error)) as Error),
    ).toBe(true);
    expect(server.received).toHaveLength(1);
  });
});

describe('an internationalized address', () => {
  it('with an ASCII local part is sent without SMTPUTF8', async () => {
    const server = await serve({ ...withTls, hideSMTPUTF8: true });
    await transport(server.url()).sendMail(message({ to: 'ada@bücher.example' }));
    const [{ session, parsed }] = server.received as [(typeof server.received)[0]];
    expect(session.envelope.mailFrom).toMatchObject({ args: {} });
    expect(session.envelope.rcptTo[0]!.address).toMatch(/^ada@(?:xn--bcher-kva|bücher)\.example$/);
    expect((parsed.to as AddressObject).text).toMatch(/ada@(?:xn--bcher-kva|bücher)\.example/);
  });

  it('with a non-ASCII local part is sent to a server that offers SMTPUTF8', async () => {
    const server = await serve({ ...withTls, hideSMTPUTF8: false });
    await transport(server.url()).sendMail(message({ to: '用户@bücher.example' }));
    const [{ session, parsed }] = server.received as [(typeof server.received)[0]];
    expect(session.envelope.mailFrom).toMatchObject({ args: { SMTPUTF8: true } });
    expect(session.envelope.rcptTo[0]!.address).toMatch(/^用户@/);
    expect((parsed.to as AddressObject).text).toContain('用户@');
  });

  it('with a non-ASCII local part is rejected if the server does not offer SMTPUTF8', async () => {
    const server = await serve({ ...withTls, hideSMTPUTF8: true });
    const error = await failure(server.url(), { to: '用户@example.org' });
    expect(error).toBeInstanceOf(MailRejectedError);
    expect(error.message).toBe('the mail server does not offer SMTPUTF8');
    expect(server.received).toEqual([]);
  });
});

describe('untrusted input in a mail', () => {
  it.each([
    'ada@example.org\r\nRCPT TO:<eve@example.org>',
    'ada@example.org\nBcc: eve@example.org',
    'ada@example.org\0',
    'ada@example.org, eve@example.org',
    'ada@example.org;eve@example.org',
    'eve@example.org <ada@example.org>',
    '<ada@example.org> SIZE=1',
    '"a b"@example.org',
    'ada@example.org@eve.example',
    'ada',
    '',
  ])('cannot add a recipient through the address %j', async (to) => {
    const server = await serve({ ...withTls, hideSMTPUTF8: false });
    const error = await transport(server.url())
      .sendMail(message({ to }))
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(MailRejectedError);
    expect(server.received).toEqual([]);
  });

  it('cannot add headers through the subject, a header or the Message-ID', async () => {
    const injected = 'x\r\nBcc: eve@example.org\r\n\r\n\0body';
    const server = await serve(withTls);
    await transport(server.url()).sendMail(
      message({ subject: injected, messageId: injected, headers: { 'X-Kind': injected } }),
    );
    const [{ session, parsed }] = server.received as [(typeof server.received)[0]];
    expect(session.envelope.rcptTo).toHaveLength(1);
    expect(parsed.headers.has('bcc')).toBe(false);
    expect(parsed.text).toBe(message().text);
  });

  it('cannot add headers through the sender', async () => {
    const server = await serve(withTls);
    const from = 'Accounts\r\nBcc: eve@example.org <accounts@example.com>';
    const error = await failure(server.url(), { from });
    expect(error.message).toBe('the sender is not an email address');
    expect(server.received).toEqual([]);
  });
});

it('a nodemailer transporter can be used directly as a transport', async () => {
  const server = await serve(withTls);
  const own: MailTransport = createTransport({ host: '127.0.0.1', port: server.port, tls: { ca } });
  await own.sendMail(message());
  expect(server.received[0]!.parsed.subject).toBe(message().subject);
});

(opensmtpdAvailable() ? describe : describe.skip)('OpenSMTPD', () => {
  it('receives a mail unchanged, and permanently refuses one to an unknown domain', async () => {
    const last = await serve(withoutTls);
    const opensmtpd = await Opensmtpd.before(last.port);
    servers.push(opensmtpd);
    const url = `${opensmtpd.url}?starttls=off`;
    await transport(url).sendMail(message());
    await until(() => last.received.length === 1);
    const { parsed } = last.received[0]!;
    expect(parsed.subject).toBe(message().subject);
    expect(parsed.text).toBe(message().text);
    expect(parsed.html).toBe(message().html);
    expect(parsed.messageId).toBe('<0190.1@example.com>');

    const refused = await failure(url, { to: 'ada@nowhere.example' });
    expect(refused).toBeInstanceOf(MailRejectedError);
    expect(refused.message).toMatch(/^the mail server replied 550(?: [\d.]+)? to RCPT TO$/);
    const unencrypted = await failure(opensmtpd.url);
    expect(unencrypted.message).toMatch(/^the mail server replied 5\d\d(?: [\d.]+)? to STARTTLS$/);
    expect(isTriedAgain(unencrypted)).toBe(true);
  });
});

import { MailDelayedError, MailRejectedError } from './mail.transport.js';
import { smtpFailure } from './smtp-failure.js';

const failed = (members: object, text = 'ada@example.com') =>
  smtpFailure(Object.assign(new Error(text), members));

const replied = (command: string, responseCode: number, status = '') =>
  failed({ command, responseCode, response: `${responseCode} ${status}<ada@example.com> no` });

describe('a mail that is not sent', () => {
  it.each(['RCPT TO', 'DATA'])(
    'is rejected after a 5xx reply to %s, with an error that contains only the codes',
    (command) => {
      const error = replied(command, 550, '5.1.1 ');
      expect(error).toBeInstanceOf(MailRejectedError);
      expect(error.message).toBe(`the mail server replied 550 5.1.1 to ${command}`);
      expect(replied(command, 500)).toBeInstanceOf(MailRejectedError);
    },
  );

  it.each([
    ['RCPT TO', 499],
    ['RCPT TO', 503],
    ['DATA', 530],
    ['DATA', 250],
    ['MAIL FROM', 550],
    ['AUTH PLAIN', 535],
    ['STARTTLS', 502],
    ['EHLO', 550],
  ])('does not count as rejected after %s %i', (command, code) => {
    const error = replied(command, code);
    expect(error).not.toBeInstanceOf(MailRejectedError);
    expect(error.message).toBe(`the mail server replied ${code} to ${command}`);
  });

  it.each([
    ['RCPT TO', 450, true],
    ['RCPT TO', 421, false],
    ['RCPT TO', 503, false],
    ['DATA', 451, false],
    ['MAIL FROM', 450, false],
  ])('counts as delayed by its recipient after %s %i: %s', (command, code, isDelayed) => {
    expect(replied(command, code) instanceof MailDelayedError).toBe(isDelayed);
  });

  it.each(['CONN', 'ada@example.com', 'DATA ada@example.com'])(
    'does not repeat a text that is not a command: %s',
    (command) => {
      expect(replied(command, 554).message).toBe('the mail server replied 554 to the connection');
    },
  );

  it.each([
    [{ code: 'EABORT' }, 'the mail server took too long'],
    [{ code: 'ETIMEDOUT' }, 'the mail server took too long'],
    [{ code: 'ETLS' }, 'the connection to the mail server could not be encrypted'],
    [{ code: 'ECONNECTION' }, 'the mail server closed the connection'],
    [
      { code: 'ESOCKET', originalCode: 'ECONNREFUSED' },
      'the mail could not be handed to the mail server: ECONNREFUSED',
    ],
    [{ code: 'EDNS' }, 'the mail could not be handed to the mail server: EDNS'],
    [{ code: 'ada@example.com' }, 'the mail could not be handed to the mail server'],
    [{}, 'the mail could not be handed to the mail server'],
  ])('reports the reason without a reply: %j', (members, message) => {
    const error = failed(members);
    expect(error).not.toBeInstanceOf(MailRejectedError);
    expect(error.message).toBe(message);
    expect(error.cause).toBeUndefined();
  });

  it.each(['self-signed certificate', 'Host: x. is not in the cert’s altnames: DNS:y'])(
    'reports that a certificate is not trusted: %s',
    (text) => {
      expect(failed({ code: 'ESOCKET' }, text).message).toBe(
        'the certificate of the mail server is not trusted',
      );
    },
  );
});

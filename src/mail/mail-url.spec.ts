import { isMailUrl, parseMailUrl } from './mail-url.js';

describe('the URL of a mail server', () => {
  it.each([
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, encryption: 'starttls' }],
    ['smtp://mail.example.com:25/', { host: 'mail.example.com', port: 25, encryption: 'starttls' }],
    ['SMTP://127.0.0.1:2525?starttls=off', { host: '127.0.0.1', port: 2525, encryption: 'none' }],
    ['smtps://mail', { host: 'mail', port: 465, encryption: 'tls' }],
    ['smtps://[2001:db8::1]:4650', { host: '2001:db8::1', port: 4650, encryption: 'tls' }],
    ['smtps://bücher.example', { host: 'xn--bcher-kva.example', port: 465, encryption: 'tls' }],
    [
      'smtp://user%40example.com:p%3Aa%2Fs%C3%A4s@mail:587',
      {
        host: 'mail',
        port: 587,
        encryption: 'starttls',
        auth: { user: 'user@example.com', pass: 'p:a/säs' },
      },
    ],
  ])('%s is parsed', (text, server) => {
    expect(parseMailUrl(text)).toEqual(server);
    expect(isMailUrl(text)).toBe(true);
  });

  it.each([
    '',
    'mail.example.com',
    'mail.example.com:587',
    'http://mail.example.com',
    'smtp:mail.example.com',
    'smtp://',
    'smtp://:587',
    'smtp://mail:0',
    'smtp://mail:65536',
    'smtp://mail/path',
    'smtp://mail#x',
    'smtp://mail?starttls=on',
    'smtp://mail?starttls=off&x=1',
    'smtp://mail?tls.rejectUnauthorized=false',
    'smtps://mail?starttls=off',
    'smtp://user@mail',
    'smtp://:pass@mail',
    'smtp://user:100%@mail',
    'smtp://user:pa#ss@mail',
    'smtp://ma il',
    'smtp://ma%20il',
    'smtp://ma\nil',
    'smtp://[::1',
    'smtp://-,-',
  ])('%j is rejected', (text) => {
    expect(parseMailUrl(text)).toBeUndefined();
    expect(isMailUrl(text)).toBe(false);
  });
});

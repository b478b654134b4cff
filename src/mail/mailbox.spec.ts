import { deliverableAddress, isMailFrom, needsSmtpUtf8, parseMailbox } from './mailbox.js';

describe('the sender of mails', () => {
  it.each([
    ['accounts@example.com', '', 'accounts@example.com'],
    [' <accounts@example.com> ', '', 'accounts@example.com'],
    ['Accounts <accounts@example.com>', 'Accounts', 'accounts@example.com'],
    ['Accounts<accounts@example.com>', 'Accounts', 'accounts@example.com'],
    ['"Accounts, Inc. <x>" <accounts@example.com>', 'Accounts, Inc. <x>', 'accounts@example.com'],
    ['Kontën – حساب <konten@bücher.example>', 'Kontën – حساب', 'konten@bücher.example'],
    ['root@localhost', '', 'root@localhost'],
  ])('is parsed from %s', (text, name, address) => {
    expect(parseMailbox(text)).toEqual({ name, address });
    expect(isMailFrom(text)).toBe(true);
  });

  it.each([
    '',
    'Accounts',
    'Accounts <>',
    'Accounts <accounts>',
    'Accounts <accounts@example.com',
    'Accounts accounts@example.com',
    'one@example.com, two@example.com',
    'One <one@example.com>, Two <two@example.com>',
    'Accounts <one@example.com> <two@example.com>',
    'Accounts\r\nBcc: eve@example.com <accounts@example.com>',
    'Accounts\n<accounts@example.com>',
    'Accounts\0 <accounts@example.com>',
    'accounts@example.com\r\n',
    'accounts@exa mple.com',
  ])('is not parsed from %j', (text) => {
    expect(parseMailbox(text)).toBeUndefined();
    expect(isMailFrom(text)).toBe(false);
  });
});

describe('the address of a mail', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    ['Ada.O’Neil+x@Example.COM', 'Ada.O’Neil+x@example.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@例え。テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['用户@例え.テスト', '用户@xn--r8jz45g.xn--zckzah'],
  ])('%s becomes %s for mail servers', (text, ascii) => {
    expect(deliverableAddress(text)).toBe(ascii);
  });

  it.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@@example.com',
    'ada@example.com>',
    'ada@example.com,eve@example.com',
    'ada@example.com\r\nDATA',
    'a da@example.com',
    'ada@example.com\u2028',
    '"ada"@example.com',
  ])('is not deliverable: %j', (text) => {
    expect(deliverableAddress(text)).toBeUndefined();
  });

  it('needs SMTPUTF8 only with characters outside ASCII', () => {
    expect(needsSmtpUtf8('ada@xn--bcher-kva.example')).toBe(false);
    expect(needsSmtpUtf8('用户@example.com')).toBe(true);
  });
});

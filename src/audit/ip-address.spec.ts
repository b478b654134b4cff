import { ipAddress } from './ip-address.js';

describe('the IP address of a client', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:50001', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:50001', '2001:db8::1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['[::FFFF:c000:201]:50001', '192.0.2.1'],
    ['2001:0DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    [`fe80::1%${'x'.repeat(100)}`, 'fe80::1'],
    ['::ffff:192.0.2.1%eth0', '192.0.2.1'],
  ])('is normalized, without port and zone: %s', (text, address) => {
    expect(ipAddress(text)).toBe(address);
  });

  it.each([
    '',
    `fe80::1%${'x'.repeat(50_000)}`,
    'messages',
    'unknown',
    '_hidden',
    '192.0.2.1:',
    '192.0.2.256:1',
    '[x]:1',
    '1:1',
  ])('is undefined for %j', (text) => {
    expect(ipAddress(text)).toBeUndefined();
  });
});

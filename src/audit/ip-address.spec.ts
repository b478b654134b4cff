import { ipAddress } from './ip-address.js';

describe('the IP address of a client', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:50001', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:50001', '2001:db8::1'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
    ['fe80::1%eth0', 'fe80::1%eth0'],
  ])('has no port: %s', (text, address) => {
    expect(ipAddress(text)).toBe(address);
  });

  it.each(['', 'messages', 'unknown', '_hidden', '192.0.2.1:', '192.0.2.256:1', '[x]:1', '1:1'])(
    'is not known from %j',
    (text) => {
      expect(ipAddress(text)).toBeUndefined();
    },
  );
});

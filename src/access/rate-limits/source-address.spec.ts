import fc from 'fast-check';
import { sourceAddress } from './source-address.js';

const groups = fc.array(
  fc.oneof(fc.constant(0), fc.constant(0xffff), fc.integer({ min: 0, max: 0xffff })),
  { minLength: 8, maxLength: 8 },
);

const hexadecimal = (group: number) => group.toString(16);
const padded = (group: number) => hexadecimal(group).padStart(4, '0').toUpperCase();
const dotted = ([high, low]: number[]) =>
  [high! >> 8, high! & 255, low! >> 8, low! & 255].join('.');

/** Every way to write an address: padded, in capitals, with `::` for each run of zeros, dotted. */
function spellings(address: number[]): string[] {
  const plain = [
    address.map(hexadecimal),
    address.map(padded),
    [...address.slice(0, 6).map(hexadecimal), dotted(address.slice(6))],
  ];
  const compressed: string[] = [];
  for (const spelled of plain) {
    for (let start = 0; start < 8; start++) {
      for (let end = start + 1; end <= 8 && address[end - 1] === 0; end++) {
        const isInDotted = spelled.length === 7 && end > 6;
        if (isInDotted) continue;
        compressed.push(`${spelled.slice(0, start).join(':')}::${spelled.slice(end).join(':')}`);
      }
    }
  }
  return [...plain.map((spelled) => spelled.join(':')), ...compressed];
}

describe('source address', () => {
  it.each(['203.0.113.7', '127.0.0.1', '0.0.0.0', '255.255.255.255'])(
    'is the IPv4 address itself: %s',
    (ip) => {
      expect(sourceAddress(ip)).toBe(ip);
    },
  );

  it.each(['', 'undefined', 'unix:', '1.2.3', ':::', '1:2:3'])(
    'is "unknown" for text without an address: "%s"',
    (text) => {
      expect(sourceAddress(text)).toBe('unknown');
    },
  );

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['1::4:5:6:7:8', '1:0:0:4::/64'],
    ['::2:3:4:5:6:7:8', '0:2:3:4::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::198.51.100.33', '64:ff9b:0:0::/64'],
    ['1::3:4:5:6:198.51.100.33', '1:0:3:4::/64'],
  ])('is the /64 network of an IPv6 address: %s', (ip, network) => {
    expect(sourceAddress(ip)).toBe(network);
  });

  it.each([
    '::ffff:198.51.100.33',
    '::FFFF:198.51.100.33',
    '::ffff:c633:6421',
    '0:0:0:0:0:ffff:198.51.100.33',
    '0000:0000:0000:0000:0000:ffff:c633:6421',
    '::ffff:198.51.100.33%eth0',
  ])('is the IPv4 address inside a mapped IPv6 address: %s', (ip) => {
    expect(sourceAddress(ip)).toBe('198.51.100.33');
  });

  it.each([
    '::198.51.100.33',
    '::fffe:198.51.100.33',
    '1::ffff:198.51.100.33',
    '::1:ffff:198.51.100.33',
    '::ffff:0:198.51.100.33',
  ])('is a /64 network for lookalikes of mapped addresses: %s', (ip) => {
    expect(sourceAddress(ip)).toMatch(/::\/64$/);
  });

  it('is the same for every spelling of an IP address', () => {
    fc.assert(
      fc.property(groups, (address) => {
        const [first, ...others] = spellings(address).map(sourceAddress);
        for (const other of others) expect(other).toBe(first);
      }),
    );
  });

  it('is the same within a /64 network and differs outside it', () => {
    fc.assert(
      fc.property(groups, groups, (one, other) => {
        // Outside the mapped range, whose addresses are counted individually.
        const [a, b] = [one, other].map((address) => [0x2001, ...address.slice(1)]) as [
          number[],
          number[],
        ];
        const neighbour = [...a.slice(0, 4), ...b.slice(4)];
        const toSource = (address: number[]) => sourceAddress(address.map(hexadecimal).join(':'));
        expect(toSource(neighbour)).toBe(toSource(a));
        expect(toSource(a) === toSource(b)).toBe(a.slice(0, 4).join() === b.slice(0, 4).join());
      }),
    );
  });
});

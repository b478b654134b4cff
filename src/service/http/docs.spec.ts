import { acceptsGzip } from './docs.js';

describe('Accept-Encoding', () => {
  it.each([
    'gzip',
    'GZip',
    'x-gzip',
    'deflate, gzip, br',
    'br;q=1.0, gzip;q=0.001',
    'gzip ; q=0.5',
    '*',
    'identity;q=0, *;q=0.5',
  ])('allows gzip with %j', (header) => {
    expect(acceptsGzip(header)).toBe(true);
  });

  it.each([
    undefined,
    '',
    'identity',
    'br, deflate',
    'gzip;q=0',
    'gzip;Q=0.000',
    '*, gzip;q=0',
    '*;q=0',
    'gzip;q=x',
    'gzipped',
  ])('does not allow gzip with %j', (header) => {
    expect(acceptsGzip(header)).toBe(false);
  });
});

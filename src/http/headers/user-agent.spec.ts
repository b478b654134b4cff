import { describeUserAgent, nameUserAgent, splitUserAgentLine } from './user-agent.js';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const windows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit}`;
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15';

describe('the name of a user agent', () => {
  it.each([
    ['Chrome', 'Windows', `${windows} Chrome/140.0.0.0 Safari/537.36`],
    ['Edge', 'Windows', `${windows} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`],
    ['Opera', 'Windows', `${windows} Chrome/139.0.0.0 Safari/537.36 OPR/123.0.0.0`],
    ['Chrome', 'Linux', `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36`],
    [
      'Chrome',
      'ChromeOS',
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/140.0.0.0 Safari/537.36`,
    ],
    [
      'Chrome',
      'Linux',
      `Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/140.0.0.0 Safari/537.36`,
    ],
    ['Firefox', 'Linux', 'Mozilla/5.0 (X11; Ubuntu; rv:143.0) Gecko/20100101 Firefox/143.0'],
    [
      'Safari',
      'macOS',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    ],
    ['Safari', 'iOS', `${iphone} (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`],
    ['Chrome', 'iOS', `${iphone} (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`],
    ['Firefox', 'iOS', `${iphone} (KHTML, like Gecko) FxiOS/143.0 Mobile/15E148 Safari/605.1.15`],
    [
      'Chrome',
      'Android',
      `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`,
    ],
    [
      'Samsung Internet',
      'Android',
      `Mozilla/5.0 (Linux; Android 14; SM-S911B) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    ],
    ['Firefox', 'Android', 'Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0'],
    ['curl', undefined, 'curl/8.5.0'],
    [undefined, 'Linux', 'Something (Linux)'],
    [undefined, undefined, 'Something/1.0'],
    [undefined, undefined, ''],
  ])('is %s on %s', (browser, system, userAgent) => {
    expect(nameUserAgent(userAgent)).toEqual({ browser, system });
  });

  it('is the same after it was written in one line', () => {
    const [browser, system] = ['Chrome', 'Windows'];
    const line = describeUserAgent(`${windows} Chrome/140.0.0.0 Safari/537.36`);
    expect(splitUserAgentLine(line)).toEqual({ browser, system });
    for (const userAgent of ['curl/8.5.0', 'Something (Linux)', '']) {
      expect(splitUserAgentLine(describeUserAgent(userAgent))).toBeUndefined();
    }
  });

  it('is found in linear time', () => {
    for (const part of ['Version/1 ', 'Chrome', 'Version/', ' Safari', '.']) {
      const began = performance.now();
      nameUserAgent(part.repeat(200_000));
      expect(performance.now() - began).toBeLessThan(5_000);
    }
  });
});

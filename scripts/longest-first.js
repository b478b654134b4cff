import Sequencer from '@jest/test-sequencer';

/** The suites of a minute and more, the longest first: one that began last would keep the other workers waiting. */
const longest = [
  'console/console-looks',
  'operations/command-line',
  'console/passkeys-browser',
  'mail/mail-browser',
  'console/console-browser',
  'operations/running',
  'faults/subscriptions',
  'faults/mails',
  'access/guessing',
  'faults/faults.',
  'faults/events.',
  'documents/operating',
  'operations/statements',
  'mail/owner-proofs',
  'hostile/',
  'faults/',
  'access/principal-cache.e2e',
  'operations/large-deletions',
];

/**
 * Jest itself knows durations of earlier runs only, and a clean clone has none. The longest suites mostly wait: between
 * each two of them comes one that computes, so that no core idles.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const place = ({ path }) => longest.findIndex((name) => path.includes(`/test/${name}`));
    const sorted = super.sort(tests);
    const long = sorted.filter((test) => place(test) >= 0).sort((a, b) => place(a) - place(b));
    const others = sorted.filter((test) => place(test) < 0);
    const pairs = long.flatMap((test, i) => [test, ...others.slice(i, i + 1)]);
    return [...pairs, ...others.slice(long.length)];
  }
}

import Sequencer from '@jest/test-sequencer';

/** The suites that take a minute or more, longest first. If one of them started last, the other workers would idle. */
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
  'documents/procedures',
  'operations/statements',
  'mail/owner-proofs',
  'hostile/',
  'faults/',
  'access/principal-cache.e2e',
  'operations/large-deletions',
];

/**
 * Starts the longest suites first. Jest only knows durations of earlier runs, and a clean clone has none. The longest
 * suites mostly wait, so they alternate with suites that compute. This keeps all cores busy.
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

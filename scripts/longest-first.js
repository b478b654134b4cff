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

/** Jest itself knows durations of earlier runs only, and a clean clone has none. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const place = ({ path }) => {
      const index = longest.findIndex((name) => path.includes(`/test/${name}`));
      return index < 0 ? longest.length : index;
    };
    return super.sort(tests).sort((a, b) => place(a) - place(b));
  }
}

import { readFileSync } from 'node:fs';
import { hostOwned } from '../support/hosts/host-owned.js';

const document = readFileSync(
  new URL('./docs/mounting-guards.md', import.meta.resolve('#package.json')),
  'utf8',
);

describe('docs/mounting-guards.md', () => {
  const [, section = ''] = document.split('## What stays yours\n');
  const text = section.split('\n## ')[0]!.replaceAll(/\s+/g, ' ');

  it.each(Object.entries(hostOwned))(
    'documents what remains under the host’s control: %s',
    (_, sentence) => {
      expect(text).toContain(sentence);
    },
  );
});

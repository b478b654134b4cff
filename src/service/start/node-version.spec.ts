import { readFileSync } from 'node:fs';
import { nodeVersionProblem } from './node-version.js';

describe('the version of Node.js', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0', '100.0.0'])('may be %s', (version) => {
    expect(nodeVersionProblem(version)).toBeUndefined();
  });

  it.each(['20.18.9', '20.9.0', '18.20.8', '14.21.3', '8.0.0', '0.12.18'])(
    'is rejected in one sentence if it is %s',
    (version) => {
      expect(nodeVersionProblem(version)).toBe(
        `Node.js ${version} is too old: nest-accounts needs 20.19 or newer.`,
      );
    },
  );

  it('has the same minimum as package.json', () => {
    const { engines } = JSON.parse(
      readFileSync(new URL(import.meta.resolve('#package.json')), 'utf8'),
    ) as { engines: { node: string } };
    const [, version] = /^>=(\d+\.\d+)$/.exec(engines.node)!;
    expect(nodeVersionProblem('0.0.0')).toContain(` ${version} or newer`);
  });
});

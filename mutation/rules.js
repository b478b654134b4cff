import { existsSync, readdirSync } from 'node:fs';

const rooms = [
  'factors',
  'access',
  'changes',
  'principals',
  'request',
  'errors',
  'http',
  'validation',
  'language',
  'accounts',
];

/** Lists without rules: a changed word is not a changed rule. Their specs read the compiled files. */
const lists = ['errors/error-registry', 'language/catalogues/'];

/** Returns the pure rules whose paths have one of these prefixes, or all rules, each with its unit tests. */
export function rulesIn(beginnings) {
  return rooms
    .flatMap((room) =>
      readdirSync(`src/${room}`, { recursive: true }).map((file) => `${room}/${file}`),
    )
    .filter((file) => file.endsWith('.spec.ts') && !lists.some((list) => file.startsWith(list)))
    .map((file) => `src/${file}`)
    .map((spec) => ({ rule: spec.replace('.spec.ts', '.ts'), spec, room: spec.split('/')[1] }))
    .filter(({ rule }) => existsSync(rule))
    .filter(
      ({ rule }) => beginnings.length === 0 || beginnings.some((each) => rule.startsWith(each)),
    );
}

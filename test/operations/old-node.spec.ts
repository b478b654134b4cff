import { Linter } from 'eslint';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { program } from '../support/processes/service-process.js';

/** A module and all that are loaded with it, before its first statement runs. */
function loadedWith(file: string, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(file)) return seen;
  const code = readFileSync(file, 'utf8');
  seen.set(file, code);
  for (const [, specifier = ''] of code.matchAll(
    /^(?:import|export)\b[^;(]*?["']([^"']+)["'];/gm,
  )) {
    // An old Node.js does not know all modules that a current one has.
    if (!specifier.startsWith('.')) throw new Error(`${file} imports ${specifier}`);
    loadedWith(join(dirname(file), specifier), seen);
  }
  return seen;
}

/** What Node.js 14 cannot parse of a module. */
function syntaxErrors(code: string): string[] {
  const languageOptions = { ecmaVersion: 2020, sourceType: 'module' } as const;
  return new Linter().verify(code, { languageOptions }).map(({ message }) => message);
}

describe('An old Node.js', () => {
  it.each(['main', 'cli'] as const)(
    'parses all that %s loads before it checks the version',
    (name) => {
      const modules = loadedWith(program(name));
      expect(modules.size).toBe(2);
      for (const code of modules.values()) expect(syntaxErrors(code)).toEqual([]);
    },
  );

  it('would fail at what newer ones parse', () => {
    expect(syntaxErrors('class Newer { static #member = 1; }')).toHaveLength(1);
    expect(syntaxErrors('left ??= right;')).toHaveLength(1);
  });
});

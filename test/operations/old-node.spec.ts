import { Linter } from 'eslint';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { program } from '../support/processes/service-process.js';

/** A module and all modules it loads before its first statement runs. */
function loadedWith(file: string, seen = new Map<string, string>()): Map<string, string> {
  if (seen.has(file)) return seen;
  const code = readFileSync(file, 'utf8');
  seen.set(file, code);
  for (const [, specifier = ''] of code.matchAll(
    /^(?:import|export)\b[^;(]*?["']([^"']+)["'];/gm,
  )) {
    // An old Node.js lacks some modules of a current one.
    if (!specifier.startsWith('.')) throw new Error(`${file} imports ${specifier}`);
    loadedWith(join(dirname(file), specifier), seen);
  }
  return seen;
}

/** The syntax errors that Node.js 14 would report for a module. */
function syntaxErrors(code: string): string[] {
  const languageOptions = { ecmaVersion: 2020, sourceType: 'module' } as const;
  return new Linter().verify(code, { languageOptions }).map(({ message }) => message);
}

describe('An old Node.js', () => {
  it.each(['main', 'cli'] as const)(
    'can parse everything that %s loads before checking the version',
    (name) => {
      const modules = loadedWith(program(name));
      expect(modules.size).toBe(2);
      for (const code of modules.values()) expect(syntaxErrors(code)).toEqual([]);
    },
  );

  it('is simulated: newer syntax is rejected', () => {
    expect(syntaxErrors('class Newer { static #member = 1; }')).toHaveLength(1);
    expect(syntaxErrors('left ??= right;')).toHaveLength(1);
  });
});

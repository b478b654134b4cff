import { readFileSync } from 'node:fs';

/** The version in package.json. */
export function packageVersion(): string {
  const file = new URL(import.meta.resolve('#package.json'));
  return JSON.parse(readFileSync(file, 'utf8')).version;
}

import { BodyNotObjectError, BodyTooDeepError } from '../errors/error-registry.js';

/** Deeper than any API body, but shallow enough for recursion. */
const maxDepth = 32;

/** The copy has no member `constructor`, which class-transformer would use as a class. */
export function plainObject(value: unknown): object {
  assertObject(value);
  return copy(value, 0) as object;
}

function copy(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === maxDepth) throw new BodyTooDeepError();
  if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'constructor')
      .map(([name, member]) => [name, copy(member, depth + 1)]),
  );
}

export function assertObject(value: unknown): asserts value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BodyNotObjectError();
  }
}

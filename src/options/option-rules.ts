import { unknownOptions, type OptionNames } from './unknown-options.js';

/** The rule of one option. */
export interface OptionRule {
  readonly sentence: string;
  /** The names of nested options, or true if the value may have any shape. */
  readonly names: object | true;
  isRight(value: unknown): boolean;
}

type Names<T> = OptionNames<{ readonly option: T }>['option'];

export function rule<T>(
  sentence: string,
  isRight: (value: T) => boolean,
  names: Names<T> = true,
): OptionRule {
  return {
    sentence,
    names,
    isRight(value) {
      try {
        return isRight(value as T);
      } catch {
        return false; // The value has an unexpected type.
      }
    },
  };
}

export function optional<T>(
  sentence: string,
  isRight: (value: T) => boolean,
  names?: Names<T>,
): OptionRule {
  return rule<T>(sentence, (value) => value === undefined || isRight(value), names);
}

export function wholeNumber({ min, max }: { min: number; max: number }): OptionRule {
  return optional<number>(
    `must be a whole number from ${min} to ${max}`,
    (value) => Number.isInteger(value) && value >= min && value <= max,
  );
}

export const trueOrFalse = optional('must be true or false', (value) => typeof value === 'boolean');

/** Returns rules that reject options which have no effect here. */
export function mustBeAbsent(rules: object, sentence: string): Record<string, OptionRule> {
  const absent = rule(sentence, (value) => value === undefined);
  return Object.fromEntries(Object.keys(rules).map((name) => [name, absent]));
}

/** Returns a sentence for each invalid option, with its name and never its value. */
export function findProblems(
  options: object,
  rules: Readonly<Record<string, OptionRule>>,
): string[] {
  const given: Partial<Record<string, unknown>> = { ...options };
  const names = Object.entries(rules).map(([name, { names }]) => [name, names]);
  return [
    ...unknownOptions(given, Object.fromEntries(names)).map((name) => `${name} is unknown`),
    ...Object.entries(rules)
      .filter(([name, { isRight }]) => !isRight(given[name]))
      .map(([name, { sentence }]) => `${name} ${sentence}`),
  ];
}

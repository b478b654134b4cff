import {
  assertKnownOptions,
  holdsOptions,
  toOptionPath,
  unknownOptions,
  type OptionNames,
} from './unknown-options.js';

/** The rule of one option. */
export interface OptionRule {
  /** The names of nested options, or true if the value may have any shape. */
  readonly names: object | true;
  /** Returns a sentence for each problem. It begins with the path of the option and never contains the value. */
  findProblems(value: unknown, option: string): string[];
}

type Names<T> = OptionNames<{ readonly option: T }>['option'];

export function rule<T>(
  sentence: string,
  isRight: (value: T) => boolean,
  names: Names<T> = true,
): OptionRule {
  const isRightType = (value: unknown) => {
    try {
      return isRight(value as T);
    } catch {
      return false; // The value has an unexpected type.
    }
  };
  return {
    names,
    findProblems: (value, option) => (isRightType(value) ? [] : [`${option} ${sentence}`]),
  };
}

export function optional<T>(
  sentence: string,
  isRight: (value: T) => boolean,
  names?: Names<T>,
): OptionRule {
  return rule<T>(sentence, (value) => value === undefined || isRight(value), names);
}

/** A rule for an object with a rule for each member. */
export function members(sentence: string, rules: Readonly<Record<string, OptionRule>>): OptionRule {
  return {
    names: true,
    findProblems(value, option) {
      if (value === undefined) return [];
      return holdsOptions(value) ? findProblems(value, rules, option) : [`${option} ${sentence}`];
    },
  };
}

export function wholeNumber(
  { min, max }: { min: number; max: number },
  define: typeof rule<number> = optional,
): OptionRule {
  return define(
    `must be a whole number from ${min} to ${max}`,
    (value) => Number.isInteger(value) && value >= min && value <= max,
  );
}

/** A time in milliseconds, at most the longest of a timer. */
export const timeout = wholeNumber({ min: 1, max: 2 ** 31 - 1 });

/** One address, or several of a cluster. */
export const serverAddresses = rule<string | readonly string[]>(
  'must be an address or a list of them',
  (servers) => [servers].flat().every((each) => typeof each === 'string' && each !== ''),
);

/** A value that something else checks. */
export const anything = rule('', () => true);

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
  path = '',
): string[] {
  const given: Partial<Record<string, unknown>> = { ...options };
  const names = Object.entries(rules).map(([name, { names }]) => [name, names]);
  return [
    ...unknownOptions(given, Object.fromEntries(names), path).map((name) => `${name} is unknown`),
    ...Object.entries(rules).flatMap(([name, rule]) =>
      rule.findProblems(given[name], toOptionPath(path, name)),
    ),
  ];
}

/** @throws TypeError naming every invalid option, never its value */
export function assertOptions<Options extends object>(
  options: Options,
  rules: Readonly<Record<keyof Options, OptionRule>>,
  subject: string,
): void {
  const names = Object.fromEntries(Object.keys(rules).map((name) => [name, true]));
  assertKnownOptions(options, names as OptionNames<Options>, subject);
  const problems = findProblems(options, rules);
  if (problems.length > 0) throw new TypeError(`${subject}: ${problems.join('; ')}.`);
}

import { InvalidArgumentError, type Command } from 'commander';

/** The options of every command. */
export interface JsonOption {
  json?: boolean;
}

/** The options of commands that print lists. */
export interface PageOptions extends JsonOption {
  before?: string;
  limit: number;
}

/** Adds a command and its examples to a noun. */
export function addCommand(
  parent: Command,
  usage: string,
  description: string,
  examples: readonly string[],
): Command {
  const lines = examples.map((example) => `  nest-accounts ${example}`);
  return parent
    .command(usage)
    .description(description)
    .option('--json', 'print one JSON object and nothing else')
    .addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}

/** Adds a noun, such as `account`, which groups commands. */
export function addNoun(program: Command, name: string, description: string): Command {
  return program.command(name).description(description);
}

/** Collects the values of an option that may be repeated. */
export function collect(value: string, previous: string[]): string[] {
  return [...previous, value];
}

export function parseLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 10_000) return limit;
  throw new InvalidArgumentError('It must be a whole number from 1 to 10000.');
}

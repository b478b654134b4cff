import { InvalidArgumentError, type Command } from 'commander';

export interface JsonOption {
  json?: boolean;
}

export interface PageOptions extends JsonOption {
  before?: string;
  limit: number;
}

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

export function parseLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 10_000) return limit;
  throw new InvalidArgumentError('It must be a whole number from 1 to 10000.');
}

/** Collects the values of a repeatable option. */
export function collect(value: string, others: readonly string[] = []): string[] {
  return [...others, value];
}

import { parseArgs } from 'node:util';

export const help = `Usage: node run.js [options]

  --only <names>     of read, misses, update, create, flood, start, memory, redis, processes, languages, sizes,
                     tokens; with commas. Default: all but the last two, which take minutes to seed
  --rounds <n>       the number of turns of each contender (5)
  --seconds <n>      how long a turn takes (10)
  --connections <n>  the number of concurrent clients (32)
  --accounts <n>     the number of accounts (10000)
  --requests <n>     the number of requests before memory is measured (100000)
  --many <n>         the number of accounts in sizes and tokens (1000000)
  --print            print the figures without writing results.json and the documentation
  --help
`;

/** The options are invalid. The message states why. */
export class OptionError extends Error {}

/** @throws OptionError for an invalid value; the error of node:util for an unknown option */
export function readOptions(args, names) {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '10' },
      connections: { type: 'string', default: '32' },
      accounts: { type: 'string', default: '10000' },
      requests: { type: 'string', default: '100000' },
      many: { type: 'string', default: '1000000' },
      print: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const figure = (name) => {
    const value = Number(values[name]);
    if (Number.isInteger(value) && value >= 1) return value;
    throw new OptionError(`--${name} must be a whole number from 1.`);
  };
  const only =
    values.only?.split(',') ?? names.filter((name) => !['sizes', 'tokens'].includes(name));
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new OptionError(`There is no scenario ${unknown}.`);
  const options = {
    only,
    rounds: figure('rounds'),
    seconds: figure('seconds'),
    connections: figure('connections'),
    accounts: figure('accounts'),
    requests: figure('requests'),
    many: figure('many'),
    print: values.print,
    help: values.help,
  };
  if (options.accounts < options.connections) {
    throw new OptionError(
      '--accounts must be at least --connections: none of them waits for another.',
    );
  }
  return options;
}

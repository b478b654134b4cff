import { InvalidArgumentError, type Command } from 'commander';
import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { addCommand, type JsonOption } from './command.js';
import type { CommandRun } from './command-run.js';
import { readTime } from '../../validation/time-text.js';

/** Adds the commands that repeat deletions after a restored backup has brought accounts back. */
export function addErasureCommands(program: Command, run: CommandRun): void {
  const erasure = program
    .command('erasure')
    .description('Deleted accounts, to delete again after a backup is restored.');

  addCommand(
    erasure,
    'list',
    'Lists the ids of deleted accounts and the times of deletion, from the audit trail.',
    ['erasure list', 'erasure list --since 2026-01-18 --json'],
  )
    .option('--since <time>', 'deleted since this time, in ISO 8601, such as 2026-01-18', asTime)
    .action(async ({ since, json }: JsonOption & { since?: Date }) => {
      const { listErasures } = await import('./erasures.js');
      const erasures = await run.withServices(async ({ audit, requester }) => {
        const listed = await listErasures(audit, since);
        await audit.record({ event: 'audit.read', accountId: null, requester });
        return listed;
      });
      if (json) run.output.printText(JSON.stringify({ erasures }));
      // One line per erasure, without a header, so that replay can read the output.
      else
        for (const each of erasures) run.output.printText(`${each.account_id} ${each.deleted_at}`);
    });

  addCommand(erasure, 'replay', 'Deletes accounts that were deleted before. Can be repeated.', [
    'erasure replay < erasures.json',
    'erasure replay --file erasures.json',
  ])
    .option(
      '--file <path>',
      'the output of erasure list, or one id per line; default: standard input',
    )
    .action(async ({ file, json }: JsonOption & { file?: string }) => {
      const { replayErasures } = await import('./erasures.js');
      const list = await text(file === undefined ? run.process.stdin : createReadStream(file));
      const result = await run.withServices((services) => replayErasures(services, list));
      if (json) run.output.printText(JSON.stringify(result));
      else run.output.printText(`deleted: ${result.deleted}\nalready gone: ${result.gone}`);
    });
}

function asTime(value: string): Date {
  const time = readTime(value);
  if (time) return time;
  throw new InvalidArgumentError('It must be a time like 2026-01-18 or 2026-01-18T14:49:37Z.');
}

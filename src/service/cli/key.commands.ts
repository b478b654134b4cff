import type { Command } from 'commander';
import type { ResealResult } from '../../access/sealing/reseal.service.js';
import { addCommand, type JsonOption } from './command.js';
import type { CommandRun } from './command-run.js';

export function addKeyCommands(program: Command, run: CommandRun): void {
  const key = program.command('key').description('SECRET_KEY, and the keys that sign ID tokens.');

  addCommand(
    key,
    'reseal',
    'Seals all values with the first key of SECRET_KEY, and counts the values that each key opens.',
    ['key reseal', 'key reseal --json'],
  ).action(async ({ json }: JsonOption) => {
    const result = await run.withServices(({ maintenance, requester }) =>
      maintenance.reseal(requester),
    );
    run.output.printText(json ? JSON.stringify(result) : report(result));
  });

  addCommand(
    key,
    'rotate-signing',
    'Creates the next key that signs ID tokens. It signs from tomorrow on; without this command, every 90 days.',
    ['key rotate-signing', 'key rotate-signing --json'],
  ).action(async ({ json }: JsonOption) => {
    const next = await run.withServices(({ maintenance, requester }) =>
      maintenance.rotateSigningKey(requester),
    );
    run.output.printText(
      json ? JSON.stringify(next) : `${next.id} signs from ${next.signs_from} on.`,
    );
  });
}

/** Prints one line of counts per table, and whether the older keys are still required. */
function report({ tables, older_keys_needed: isNeeded }: ResealResult): string {
  const lines = Object.entries(tables).map(([table, { resealed, opened_by, unreadable }]) =>
    [
      `${table}: ${resealed} sealed again`,
      ...opened_by.map((count, index) => `key ${index + 1} opens ${count}`),
      `no key opens ${unreadable}`,
    ].join(', '),
  );
  const hasUnreadable = Object.values(tables).some(({ unreadable }) => unreadable > 0);
  if (isNeeded) {
    lines.push(
      'Older keys are still needed: give all nodes the same first key, and run this again.',
    );
  } else if (!hasUnreadable) lines.push('The first key opens all stored values.');
  if (hasUnreadable) {
    lines.push('The values that no key opens were sealed with a key that is not in SECRET_KEY.');
  }
  return lines.join('\n');
}

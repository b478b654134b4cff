import type { Command } from 'commander';
import type { AuditEventDto } from '../../operator/dto/audit.dto.js';
import { addCommand, parseLimit, type PageOptions } from './command.js';
import type { CommandRun } from './command-run.js';

interface ListOptions extends PageOptions {
  account?: string;
  actor?: string;
  application?: string;
  operator?: string;
  event?: string;
  source?: string;
  from?: string;
  to?: string;
}

export function addAuditCommands(program: Command, run: CommandRun): void {
  const audit = program.command('audit').description('The audit trail.');

  addCommand(audit, 'list', 'Lists events that match all conditions, newest first.', [
    'audit list --account ada@example.com',
    'audit list --operator grace --from 2026-01-01 --to 2026-02-01',
    'audit list --event account.authenticate --source 192.0.2.1',
    'audit list --limit 1000 --json',
  ])
    .option('--account <email or id>', 'about this account; a deleted one by its id')
    .option('--actor <email or id>', 'of requests that this account made')
    .option('--application <id>', 'about this application, or of requests that it made')
    .option('--operator <name>', 'of this operator')
    .option('--event <name>', 'with this name')
    .option('--source <address>', 'of requests from this IP address')
    .option('--from <date>', 'on or after this date: 2026-01-18, in UTC, or a time')
    .option('--to <date>', 'before this date')
    .option('--before <next>', '`next` of the previous page in JSON, or the id of an event')
    .option('--limit <number>', 'the maximum number, up to 10000', parseLimit, 100)
    .action(async ({ json, ...query }: ListOptions) => {
      const result = await run.withServices(({ operator, requester }) =>
        operator.auditEvents(query, requester),
      );
      if (json) run.output.printText(JSON.stringify(result));
      else {
        for (const event of result.events) run.output.printText(toLine(event));
        run.output.printUnfinished(result.next, result.events.length, query.limit);
      }
    });
}

/** Formats an event as one line for `grep` and `cut`. */
function toLine({ id: _, at, event, result, ...members }: AuditEventDto): string {
  const known = Object.entries(members).filter(([, value]) => value !== null && value !== '');
  const facts = known.map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [at, event, result, ...facts].join(' ');
}

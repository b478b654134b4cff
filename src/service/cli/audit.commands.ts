import type { Command } from 'commander';
import { addCommand, parseLimit, withServices, type PageOptions } from './command.js';

interface ListOptions extends PageOptions {
  account?: string;
}

export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('The audit trail.');

  addCommand(audit, 'list', 'Lists events, newest first.', [
    'audit list --account ada@example.com',
    'audit list --limit 1000 --json',
  ])
    .option('--account <email or id>', 'events of one account, also of a deleted one')
    .option('--before <id>', 'events before this one')
    .option('--limit <number>', 'the maximum number, up to 10000', parseLimit, 100)
    .action(async ({ json, ...query }: ListOptions) => {
      const result = await list(query);
      if (json) console.log(JSON.stringify(result));
      else for (const event of result.events) console.log(toLine(event));
    });
}

function list({ account, ...query }: ListOptions): Promise<{ events: Record<string, unknown>[] }> {
  return withServices(async ({ accounts, audit, requester }) => {
    const accountId = account && ((await accounts.findByEmail(account))?.id ?? account);
    const events = await audit.list({ accountId, ...query });
    const { isIdentifier } = await import('../../database/identifier.js');
    const known = accountId && isIdentifier(accountId) ? accountId : null;
    await audit.record({ event: 'audit.read', accountId: known, requester });
    return {
      events: events.map((event) => ({
        id: event.id,
        at: event.at.toISOString(),
        event: event.event,
        result: event.result,
        account_id: event.accountId,
        application_id: event.applicationId,
        application_name: event.applicationName ?? null,
        actor_id: event.actorId,
        client_id: event.clientId,
        client_name: event.clientName ?? null,
        channel: event.channel,
        source: event.source,
        request_id: event.requestId,
        members: event.members,
        operator: event.operator,
        reason: event.reason,
        count: event.count,
        last_at: event.lastAt.toISOString(),
      })),
    };
  });
}

/** Formats an event as one line for `grep` and `cut`. */
function toLine({ id: _, at, event, result, ...members }: Record<string, unknown>): string {
  const known = Object.entries(members).filter(([, value]) => value !== null && value !== '');
  const facts = known.map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [at, event, result, ...facts].join(' ');
}

import type { Command } from 'commander';
import { addCommand, addNoun, type JsonOption } from './command.js';
import { print } from './output.js';
import { withServices } from './with-services.js';

export function addMailCommands(program: Command): void {
  const mail = addNoun(program, 'mail', 'The mails of the service.');

  addCommand(mail, 'retry', 'Sends again the mails that were given up.', ['mail retry']).action(
    async ({ json }: JsonOption) => {
      const { mailSubscription } = await import('../../email-flows/mail-request.js');
      const retried = await withServices(({ maintenance, requester }) =>
        maintenance.retryEvents(mailSubscription, requester),
      );
      print({ retried: retried ?? 0 }, json);
    },
  );
}

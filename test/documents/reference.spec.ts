import { readFileSync } from 'node:fs';
import { accountsDefaults } from '../../src/accounts.defaults.js';
import { accountMembers, type MemberDeclaration } from '../../src/accounts/account.members.js';
import { importedMembers } from '../../src/accounts/imports/imported-account.dto.js';
import { accountEventTypes } from '../../src/events/account-event.js';
import { mailSamples } from '../../src/mail/mails/mail-samples.js';

const root = new URL('.', import.meta.resolve('#package.json'));
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
/** The distinct names in backticks in a column of the tables below a heading. */
function namesIn(path: string, heading: string, column: number): string[] {
  const [section] = read(path)
    .split(`\n${heading}\n`)[1]!
    .split(/\n##? /);
  const cells = section!
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .flatMap((line) => line.split(' | ')[column] ?? []);
  return [...new Set(cells.join().match(/(?<=`)[\w.-]+(?=`)/g))].sort();
}

describe('The documents name', () => {
  it('every kind of mail', () => {
    expect(namesIn('docs/mail.md', '## Mails', 1)).toEqual(Object.keys(mailSamples).sort());
  });

  it('every member of an imported account', () => {
    expect(namesIn('docs/migration.md', '## Members', 0)).toEqual([...importedMembers].sort());
  });

  it('every event type, each written by a trigger or by the mailer', () => {
    const types = [...accountEventTypes].sort();
    expect(namesIn('docs/events.md', '## An event', 0)).toEqual(expect.arrayContaining(types));
    const writers = read('prisma/functions.sql') + read('src/mail/mailer.ts');
    expect(types.filter((type) => !writers.includes(`'${type}'`))).toEqual([]);
  });

  it('every option of the module with its default', () => {
    const source = read('src/accounts.options.ts');
    const options = ['AccountsModuleOptions', 'AccountsModuleExtras'].flatMap((name) => {
      const [, body] = new RegExp(`interface ${name} {\\n([^]*?)\\n}`).exec(source)!;
      return [...body!.matchAll(/^ {2}(\w+)\??:/gm)].map(([, option]) => option!);
    });
    expect(namesIn('docs/mounting-options.md', '## Options', 0)).toEqual(options.sort());
    const rows = [...read('docs/mounting-options.md').matchAll(/^\| (`.*?`) \| (.*?) \| /gm)];
    const documented = rows.flatMap(([, names, defaults]) =>
      names!.split(', ').map((name, index) => [name.slice(1, -1), defaults!.split(', ').at(index)]),
    );
    expect(Object.fromEntries(documented)).toMatchObject(
      Object.fromEntries(
        Object.entries(accountsDefaults).map(([name, value]) => [
          name,
          expect.stringMatching(new RegExp(`^\`?${value}\`?$`)),
        ]),
      ),
    );
  });

  it('every member of a request to create an account', () => {
    const [, required, optional] =
      /^\| `POST \/accounts` \| creates an account: (.*); optional (.*) \|$/m.exec(
        read('docs/http-api.md'),
      )!;
    const getMembers = (isRequired?: true) =>
      Object.entries<MemberDeclaration>(accountMembers)
        .filter(([, { field, ...member }]) => field && member.isRequired === isRequired)
        .map(([name]) => `\`${name}\``);
    expect(optional!.split(', ')).toEqual(getMembers());
    expect(required!.split(', ').sort()).toEqual([...getMembers(true), '`password`'].sort());
  });
});

import { Client } from 'pg';
import {
  accountMember,
  accountMembers,
  type MemberDeclaration,
} from '../../src/accounts/account.members.js';
import { getColumn } from '../../src/database/account-json.js';
import type { Account } from '../../src/database/records.js';
import { createTestDatabase, type TestDatabase } from '../support/servers/postgres.js';

/** The columns that a member is stored in or read from. */
function toColumns({ field, read }: MemberDeclaration): string[] {
  const fields = new Set<string>(field ? [field] : []);
  const row = new Proxy({} as Account, {
    get(_, name: string) {
      fields.add(name);
      return new Date();
    },
  });
  read?.(row);
  return [...fields].map(getColumn);
}

/** No event lists `updated_at` as changed. */
const namesInEvents = Object.keys(accountMembers).filter((name) => name !== 'updated_at');

describe('changed_members(), which names the changed members in account.updated events', () => {
  let database: TestDatabase;
  let client: Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });

  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it.each(
    namesInEvents.flatMap((name) =>
      toColumns(accountMember(name)).map((column) => [name, column] as const),
    ),
  )('names %s when the column %s changes', async (name, column) => {
    const { rows } = await client.query<{ members: string[] }>(
      'SELECT changed_members($1, $2) AS members',
      [{ [column]: 'before' }, { [column]: 'after' }],
    );
    expect(rows).toEqual([{ members: [name] }]);
  });

  it('is tested with the columns of every member', () => {
    for (const name of namesInEvents) expect(toColumns(accountMember(name))).not.toEqual([]);
  });
});

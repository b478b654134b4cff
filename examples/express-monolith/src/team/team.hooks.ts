import type { AccountHooks } from 'nest-accounts';

/**
 * Maintains a row for each account **in the transaction** of its change, so that no account exists without its row.
 * The foreign key deletes the rows of deleted accounts.
 */
export const teamHooks: AccountHooks = {
  tables: ['team_members'],
  created: ({ id, name }, transaction) =>
    transaction.query('INSERT INTO team_members (account_id, name) VALUES ($1, $2)', [id, name]),
  updated: ({ id, name }, transaction) =>
    transaction.query('UPDATE team_members SET name = $2 WHERE account_id = $1', [id, name]),
};

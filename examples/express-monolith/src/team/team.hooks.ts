import { Injectable } from '@nestjs/common';
import { InAccountTransaction, type Account, type SqlTransaction } from 'nest-accounts';

const tables = ['team_members'] as const;

/**
 * Maintains a row for each account **in the transaction** of its change, so that no account exists without its row.
 * The foreign key deletes the rows of deleted accounts.
 */
@Injectable()
export class TeamHooks {
  @InAccountTransaction('created', { tables })
  async add({ id, name }: Account, transaction: SqlTransaction): Promise<void> {
    await transaction.query('INSERT INTO team_members (account_id, name) VALUES ($1, $2)', [
      id,
      name,
    ]);
  }

  @InAccountTransaction('updated', { tables })
  async rename({ id, name }: Account, transaction: SqlTransaction): Promise<void> {
    await transaction.query('UPDATE team_members SET name = $2 WHERE account_id = $1', [id, name]);
  }
}

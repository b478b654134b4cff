import { Injectable } from '@nestjs/common';
import { Database } from '../database.js';

export interface Note {
  id: string;
  text: string;
  created_at: Date;
}

/** Notes belong to an account. Callers pass the account id and see only that account's notes. */
@Injectable()
export class NotesService {
  constructor(private readonly database: Database) {}

  async list(accountId: string): Promise<Note[]> {
    const { rows } = await this.database.pool.query<Note>(
      'SELECT id, text, created_at FROM notes WHERE account_id = $1 ORDER BY created_at',
      [accountId],
    );
    return rows;
  }

  async create(accountId: string, text: string): Promise<Note> {
    const { rows } = await this.database.pool.query<Note>(
      'INSERT INTO notes (account_id, text) VALUES ($1, $2) RETURNING id, text, created_at',
      [accountId, text],
    );
    return rows[0]!;
  }

  /** Deletes a note. Returns whether it existed. */
  async delete(accountId: string, id: string): Promise<boolean> {
    const { rowCount } = await this.database.pool.query(
      'DELETE FROM notes WHERE account_id = $1 AND id = $2',
      [accountId, id],
    );
    return rowCount === 1;
  }
}

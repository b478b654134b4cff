import { statementSummary } from './traced-statement.js';

describe('the statement summary', () => {
  it.each([
    [
      'SELECT a, "public"."accounts"."id" FROM "public"."accounts" WHERE id = $1',
      'SELECT accounts',
    ],
    [
      'SELECT 1 FROM "s".access_tokens AS token JOIN "s".accounts AS account ON true',
      'SELECT access_tokens accounts',
    ],
    ['INSERT INTO "public"."sessions" (id) VALUES ($1)', 'INSERT sessions'],
    [
      'INSERT INTO "public".a SELECT * FROM "public".b ON CONFLICT DO UPDATE SET x = 1',
      'INSERT a SELECT b',
    ],
    ['DELETE FROM "public".grants WHERE id = $1', 'DELETE grants'],
    [
      `WITH due AS (SELECT id FROM "public".event_queues AS queue FOR UPDATE OF queue SKIP LOCKED)
       UPDATE "public".event_queues AS queue SET claim = $1 FROM due RETURNING '1' AS json`,
      'SELECT event_queues UPDATE event_queues',
    ],
    ["SELECT set_config('nest_accounts.audit_days', $1, true)", 'SELECT'],
    ['COMMIT', 'COMMIT'],
    ['  begin', 'BEGIN'],
    ['', ''],
  ])('of %s is %s', (sql, summary) => {
    expect(statementSummary(sql)).toBe(summary);
    expect(statementSummary(sql)).toBe(summary);
  });

  it('contains no values, even for statements of the host', () => {
    expect(statementSummary(`SELECT * FROM notes WHERE owner = 'ada@example.com'`)).toBe('SELECT');
    expect(statementSummary(`INSERT INTO "public".notes VALUES ('ada@example.com')`)).toBe(
      'INSERT notes',
    );
  });

  it('has at most 255 characters', () => {
    const tables = Array.from({ length: 100 }, (_, i) => `JOIN "public".table_${i} ON true`);
    const sql = `SELECT 1 FROM "public".first ${tables.join(' ')}`;
    expect(statementSummary(sql)).toHaveLength(255);
  });
});

import { readdirSync, readFileSync } from 'node:fs';

const migrations = new URL('../prisma/migrations/', import.meta.url);

const head = `-- The functions of the schema as all migrations leave them, each with the triggers that call it.
-- This file is written by \`npm run docs\` from a migrated database, and nothing runs it: a migration changes them.
`;

/**
 * Builds the text of prisma/functions.sql.
 *
 * @param query runs a statement in a migrated database and returns its rows
 */
export async function functionsDocument(query) {
  // These settings determine how PostgreSQL prints names and intervals in definitions.
  await query('SET search_path TO public');
  await query('SET IntervalStyle TO postgres');
  const functions = await query(`
    SELECT oid, proname AS name, pg_get_functiondef(oid) AS definition
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY proname, oid`);
  const triggers = await query(`
    SELECT tgfoid AS oid, pg_get_triggerdef(oid, true) AS definition
    FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgrelid::regclass::text COLLATE "C", tgname`);
  const sources = readMigrations();
  return [head, ...functions.map((each) => toSection(each, triggers, sources))].join('\n');
}

/** The trigger clauses that start on a new line. */
const clauses = / (DEFERRABLE|FOR EACH|EXECUTE FUNCTION)\b/g;

function toSection({ oid, name, definition }, triggers, sources) {
  const own = triggers.filter((trigger) => trigger.oid === oid);
  // Names the migration, because only it contains the comments on the statements.
  const { name: migration } = sources.findLast(({ sql }) =>
    new RegExp(`CREATE (?:OR REPLACE )?FUNCTION "${name}"`).test(sql),
  );
  return [
    `-- ${migration}`,
    `${definition.trimEnd()};`,
    ...own.map((trigger) => `${trigger.definition.replace(clauses, '\n  $1')};`),
    '',
  ].join('\n');
}

function readMigrations() {
  return readdirSync(migrations)
    .filter((name) => !name.endsWith('.toml'))
    .sort()
    .map((name) => ({
      name,
      sql: readFileSync(new URL(`${name}/migration.sql`, migrations), 'utf8'),
    }));
}

/** More statements than the repositories have; a list of values makes one for every length. */
const mostNames = 500;

const unnamed = '';

/**
 * Gives each statement a name, by which PostgreSQL keeps its plan on a connection: nearly half of the
 * work of a short query. Each of few, so that no connection keeps too many.
 */
export function statementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size === mostNames) return unnamed;
    const name = `nest_accounts_${names.size}`;
    names.set(sql, name);
    return name;
  };
}

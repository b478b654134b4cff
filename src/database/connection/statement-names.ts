/** Exceeds the number of statements in the repositories. A list of values produces one statement for each length. */
const maxNames = 500;

const unnamed = '';

/**
 * Names each statement, so that PostgreSQL keeps its plan on a connection: planning is nearly half of the work of a
 * short query. The number of names is limited, so that no connection keeps too many plans.
 */
export function statementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size === maxNames) return unnamed;
    const name = `nest_accounts_${names.size}`;
    names.set(sql, name);
    return name;
  };
}

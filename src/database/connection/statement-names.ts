/** Exceeds the number of statements in the repositories. A list of values produces one statement for each length. */
const maxNames = 500;

/** Names each statement, so that PostgreSQL keeps its plan: planning is nearly half of the work of a short query. */
export function statementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size === maxNames) return '';
    const name = `nest_accounts_${names.size}`;
    names.set(sql, name);
    return name;
  };
}

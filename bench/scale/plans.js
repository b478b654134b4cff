import pg from 'pg';

/** Settings that make PostgreSQL send the plan of each statement to the client that ran it. */
const explain = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  client_min_messages: 'log',
};

/** Returns the URL for a node whose plans {@link recordPlans} can record. Its role must be a superuser. */
export function explained(url) {
  const result = new URL(url);
  const options = Object.entries(explain).map(([name, value]) => `-c ${name}=${value}`);
  result.searchParams.set('options', options.join(' '));
  return result.href;
}

/** Reading such a table completely is as fast as an index. */
const smallTableRows = 200;

let recorded = [];
/** The statements that the node has sent, as opposed to those of triggers and functions. */
const sent = new Set();

/** Records the plans of all statements from now on, those of triggers and functions included. */
export function recordPlans() {
  const { connect, query } = pg.Client.prototype;
  pg.Client.prototype.query = function (...args) {
    sent.add(args[0]?.text ?? args[0]);
    return query.apply(this, args);
  };
  pg.Client.prototype.connect = function (...args) {
    this.on('notice', ({ message }) => {
      const [, ms, json] = /^duration: ([\d.]+) ms {2}plan:\n(.*)$/s.exec(message ?? '') ?? [];
      if (json) recorded.push({ ms: Number(ms), ...JSON.parse(json) });
    });
    return connect.apply(this, args);
  };
}

/** Runs an operation. Returns its result and the statements it has run. */
export async function readPlans(work) {
  recorded = [];
  await work();
  return recorded.map(summarize);
}

function summarize({ ms, Plan: plan, 'Query Text': text }) {
  const nodes = flatten(plan);
  const scans = nodes.filter((node) => node['Relation Name'] !== undefined);
  return {
    text: text.replaceAll(/\s+/g, ' '),
    plan,
    // The time of a statement includes those of its triggers and functions.
    ms: sent.has(text) ? ms : 0,
    rows: addUp(scans, rowsRead),
    buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    read: plan['Shared Read Blocks'],
    indexes: [...new Set(nodes.map((node) => node['Index Name']).filter(Boolean))],
    sequential: scans
      .filter((node) => node['Node Type'] === 'Seq Scan' && rowsRead(node) > smallTableRows)
      .map((node) => `${node['Relation Name']} (${rowsRead(node)} rows)`),
    sorted: Math.max(
      0,
      ...nodes
        .filter((node) => node['Node Type'].endsWith('Sort'))
        .map(({ Plans: [input] }) => input['Actual Rows'] * input['Actual Loops']),
    ),
  };
}

function flatten(plan) {
  return [plan, ...(plan.Plans ?? []).flatMap(flatten)];
}

/** The rows that a scan has read, those it has discarded included. */
function rowsRead(node) {
  const names = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck'];
  return Math.round(addUp(names, (name) => node[name] ?? 0) * node['Actual Loops']);
}

export function addUp(list, value) {
  return list.reduce((sum, each) => sum + value(each), 0);
}

import type { ReadAuditEvent } from '../../audit/audit-trail.js';

const columns = {
  at: ({ at }) => at.toISOString(),
  last_at: ({ lastAt }) => lastAt.toISOString(),
  count: ({ count }) => String(count),
  event: ({ event }) => event,
  result: ({ result }) => result,
  application: ({ applicationName, applicationId }) => applicationName ?? applicationId ?? '',
  client: ({ clientName, clientId }) => clientName ?? clientId ?? '',
  channel: ({ channel }) => channel,
  source: ({ source }) => source ?? '',
  device: ({ device }) => device ?? '',
  members: ({ members }) => members.join(' '),
} satisfies Record<string, (event: ReadAuditEvent) => string>;

/** Formats events as CSV (RFC 4180), for spreadsheets. */
export function activityCsv(events: readonly ReadAuditEvent[]): string {
  const rows = events.map((event) => Object.values(columns).map((column) => column(event)));
  return [Object.keys(columns), ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/**
 * Matches where a spreadsheet could see the start of a formula, even a spreadsheet that separates cells by semicolons
 * and so ignores our quotes.
 */
const formula = /(?<=^|; *)(?=[=+\-@\t\r＝＋－＠])/g;

/**
 * Quotes a cell, and puts an apostrophe before text that a spreadsheet could take for a formula (OWASP, CSV injection).
 */
function cell(text: string): string {
  const inert = text.replaceAll(formula, "'");
  return `"${inert.replaceAll('"', '""')}"`;
}

import type { ReadAuditEvent } from '../audit/audit-trail.js';

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
  members: ({ members }) => members.join(' '),
} satisfies Record<string, (event: ReadAuditEvent) => string>;

/** Events as CSV (RFC 4180), which spreadsheets open. */
export function activityCsv(events: readonly ReadAuditEvent[]): string {
  const rows = events.map((event) => Object.values(columns).map((column) => column(event)));
  return [Object.keys(columns), ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Where a spreadsheet would see the begin of a formula, also one that separates by semicolons and so ignores our quotes. */
const formula = /(?<=^|; *)(?=[=+\-@\t\r＝＋－＠])/g;

/** Quoted; what a spreadsheet would take for a formula begins with an apostrophe (OWASP, CSV injection). */
function cell(text: string): string {
  const inert = text.replaceAll(formula, "'");
  return `"${inert.replaceAll('"', '""')}"`;
}

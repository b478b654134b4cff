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

/** Quoted; what a spreadsheet would take for a formula begins with an apostrophe (OWASP, CSV injection). */
function cell(text: string): string {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${inert.replaceAll('"', '""')}"`;
}

import type { ReadAuditEvent } from '../../audit/audit-trail.js';
import { activityCsv } from './activity-csv.js';

const at = new Date('2026-01-18T14:49:37.123Z');
const event = {
  at,
  lastAt: at,
  count: 2,
  event: 'account.update',
  result: 'succeeded',
  applicationId: null,
  applicationName: undefined,
  clientId: 'k3Vq8ZtX2mLp9RwB6cYd4NhJ',
  clientName: '=HYPERLINK("https://evil.example")',
  channel: 'http',
  source: null,
  device: 'Firefox, Android',
  members: ['name', 'email'],
} as unknown as ReadAuditEvent;

it('the activity CSV has a header line and one line per event', () => {
  expect(activityCsv([event]).split('\r\n')).toEqual([
    '"at","last_at","count","event","result","application","client","channel","source","device","members"',
    `"${at.toISOString()}","${at.toISOString()}","2","account.update","succeeded","","'=HYPERLINK(""https://evil.example"")","http","","Firefox, Android","name email"`,
    '',
  ]);
});

it.each(['=1', '+1', '-1', '@x', '\t=1', '＝1', '＋1', '－1', '＠x'])(
  'the activity CSV escapes a formula: %j',
  (clientName) => {
    expect(activityCsv([{ ...event, clientName }])).toContain(`"'${clientName}"`);
  },
);

it('the activity CSV escapes formulas for spreadsheets that split cells at semicolons', () => {
  const clientName = "Notes; =cmd|'/C calc'!A0;@x";
  const cells = activityCsv([{ ...event, clientName }]).split(';');
  expect(cells.slice(1).map((cell) => cell.trimStart()[0])).toEqual(["'", "'"]);
});

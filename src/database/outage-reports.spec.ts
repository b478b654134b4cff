import { Logger, type LoggerService } from '@nestjs/common';
import { OutageReports } from './outage-reports.js';

const failure = (code: string) => Object.assign(new Error('inside'), { code });

const logger = Reflect.get(Logger, 'staticInstanceRef') as LoggerService;
let log: string[];
/** Lines without an error. */
let plain: string[];
let reports: OutageReports;
beforeEach(() => {
  log = [];
  plain = [];
  const warn = (first: unknown, sentence: string) =>
    void (typeof first === 'string' ? plain.push(first) : log.push(sentence));
  Logger.overrideLogger({ warn } as unknown as LoggerService);
  reports = new OutageReports();
});
afterAll(() => Logger.overrideLogger(logger));

describe('the reports of an outage', () => {
  it.each([
    ['53100', 'no space left on its disk'],
    ['53200', 'no memory left'],
    ['53300', 'no connections left'],
    ['P2037', 'no connections left'],
    ['57P03', 'accepts no connections yet'],
    ['25006', 'is read-only'],
    ['28P01', 'refuses this user or password'],
    ['28000', 'whether the role has LOGIN'],
    ['3D000', 'does not exist'],
    ['55000', 'ALLOW_CONNECTIONS'],
    ['57P05', 'idle_session_timeout'],
    ['ECONNREFUSED', 'does not answer (ECONNREFUSED)'],
  ])('explain %s in one sentence', (code, sentence) => {
    expect(reports.report(failure(code), 'req-1')).toBe(true);
    expect(log).toEqual([expect.stringContaining(sentence)]);
    expect(log[0]).toContain('req-1');
  });

  it('are logged once a minute for each reason', () => {
    const reportBothAt = (ms: number) => {
      reports.report(failure('53100'), 'req', ms);
      reports.report(failure('53300'), 'req', ms);
    };
    reportBothAt(1_000);
    reportBothAt(60_999);
    expect(log).toHaveLength(2);
    reportBothAt(61_000);
    expect(log).toHaveLength(4);
  });

  it('are logged once a minute for repeated work, regardless of the error', () => {
    const wrong = failure('42601');
    for (const ms of [0, 1_000, 59_999]) {
      reports.reportRepeated(failure('28P01'), 'Events of mail wait.', ms);
      reports.reportRepeated(wrong, 'Events of mail wait.', ms);
    }
    expect(log).toEqual(['The database refuses this user or password. Events of mail wait.']);
    expect(plain).toEqual(['Events of mail wait. inside']);
    reports.reportRepeated(wrong, 'Events of mail wait.', 60_000);
    expect(plain).toHaveLength(2);
  });

  it('do not include query errors', () => {
    expect(reports.report(failure('42601'), 'req-1')).toBe(false);
    expect(log).toEqual([]);
  });
});

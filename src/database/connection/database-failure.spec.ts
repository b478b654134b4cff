import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import { isDatabaseUnavailable, unavailabilityOf } from './database-failure.js';
import { Prisma } from '../generated/client.js';

const known = (code: string, meta?: Record<string, unknown>) =>
  new Prisma.PrismaClientKnownRequestError('', { code, clientVersion: '7', meta });
const unnamed = (code: string) => known('P2039', { driverAdapterError: { cause: { code } } });
/** As a commit fails. */
const uncommitted = (originalCode: string) =>
  new DriverAdapterError({
    kind: 'postgres',
    code: originalCode,
    severity: 'ERROR',
    message: '',
    detail: undefined,
    column: undefined,
    hint: undefined,
    originalCode,
  });

describe('a failure of the database', () => {
  it.each([
    ['cannot be reached', known('P1001')],
    [
      'cannot be reached by a statement in SQL',
      known('P2010', { driverAdapterError: { cause: { kind: 'DatabaseNotReachable' } } }),
    ],
    ['has no connection left', known('P2024')],
    ['began no transaction in time', known('P2028')],
    ['let this transaction give way in a deadlock', known('P2034')],
    [
      'let a statement in SQL give way in a deadlock',
      known('P2010', { driverAdapterError: { cause: { kind: 'TransactionWriteConflict' } } }),
    ],
    ['refuses connections', Object.assign(new Error(), { code: 'ECONNREFUSED' })],
    ['is shutting down', Object.assign(new Error(), { code: '57P01' })],
    ['cancelled a statement', Object.assign(new Error(), { code: '57014' })],
    ['cancelled a statement of Prisma’s', unnamed('57014')],
    ['has no space to commit a transaction', uncommitted('53100')],
    [
      'does not let Prisma in',
      known('P2010', { driverAdapterError: { cause: { kind: 'AuthenticationFailed' } } }),
    ],
    [
      'begins no session, for any reason',
      Object.assign(new Error(), { code: '42501', severity: 'FATAL' }),
    ],
    ['has ended the connection', new Error('Client was closed and is not queryable')],
    [
      'has broken the connection',
      new Error('Client has encountered a connection error and is not queryable'),
    ],
    ['is that far down', new Error('', { cause: new Error('', { cause: known('P1017') }) })],
  ])('is its absence when it %s', (_, error) => {
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it.each([
    ['a unique index', known('P2002')],
    ['a foreign key', known('P2003')],
    ['a missing table', known('P2021')],
    ['a privilege', Object.assign(new Error(), { code: '42501', severity: 'ERROR' })],
    ['a syntax error', Object.assign(new Error(), { code: '42601' })],
    ['what Prisma has no code for', unnamed('22P05')],
    ['what is found at the commit', uncommitted('23505')],
    ['no error', undefined],
  ])('is something else for %s', (_, error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});

describe('a state of PostgreSQL', () => {
  it.each(['28P01', '28000', '3D000', '55000', '57P05', '57P04', '58030', 'F0000', '25P03'])(
    'is the absence of the database: %s',
    (code) => {
      expect(unavailabilityOf(Object.assign(new Error(), { code }))).toBe(code);
    },
  );
});

describe('the reason of the database’s absence', () => {
  it.each([
    ['what PostgreSQL said', unnamed('53100'), '53100'],
    ['what it said at the commit', uncommitted('25006'), '25006'],
    [
      'what it said before what Prisma says',
      known('P2037', { driverAdapterError: { cause: { originalCode: '53300' } } }),
      '53300',
    ],
    ['what the network said', Object.assign(new Error(), { code: 'ECONNREFUSED' }), 'ECONNREFUSED'],
    ['what the driver said', new Error('Query read timeout'), 'Query read timeout'],
  ])('is %s', (_, error, reason) => {
    expect(unavailabilityOf(error)).toBe(reason);
  });

  it('is none where a query is wrong', () => {
    expect(unavailabilityOf(unnamed('42601'))).toBeUndefined();
  });
});

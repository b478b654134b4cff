import { DriverAdapterError } from '@prisma/driver-adapter-utils';
import { isDatabaseUnavailable, findUnavailability } from './database-failure.js';
import { Prisma } from '../generated/client.js';

const known = (code: string, meta?: Record<string, unknown>) =>
  new Prisma.PrismaClientKnownRequestError('', { code, clientVersion: '7', meta });
const unnamed = (code: string) => known('P2039', { driverAdapterError: { cause: { code } } });
/** The error of a failed commit. */
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

describe('a database failure', () => {
  it.each([
    ['cannot be reached', known('P1001')],
    [
      'cannot be reached by a raw statement',
      known('P2010', { driverAdapterError: { cause: { kind: 'DatabaseNotReachable' } } }),
    ],
    ['has no connection left', known('P2024')],
    ['did not begin a transaction in time', known('P2028')],
    ['aborted a transaction in a deadlock', known('P2034')],
    [
      'aborted a raw statement in a deadlock',
      known('P2010', { driverAdapterError: { cause: { kind: 'TransactionWriteConflict' } } }),
    ],
    ['refuses connections', Object.assign(new Error(), { code: 'ECONNREFUSED' })],
    ['is shutting down', Object.assign(new Error(), { code: '57P01' })],
    ['cancelled a statement', Object.assign(new Error(), { code: '57014' })],
    ['cancelled a Prisma statement', unnamed('57014')],
    ['has no space to commit a transaction', uncommitted('53100')],
    [
      'refuses Prisma’s credentials',
      known('P2010', { driverAdapterError: { cause: { kind: 'AuthenticationFailed' } } }),
    ],
    [
      'refuses a session for any reason',
      Object.assign(new Error(), { code: '42501', severity: 'FATAL' }),
    ],
    ['has closed the connection', new Error('Client was closed and is not queryable')],
    [
      'has broken the connection',
      new Error('Client has encountered a connection error and is not queryable'),
    ],
    [
      'is unavailable according to a nested cause',
      new Error('', { cause: new Error('', { cause: known('P1017') }) }),
    ],
  ])('counts as unavailability if the database %s', (_, error) => {
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it.each([
    ['a violated unique index', known('P2002')],
    ['a violated foreign key', known('P2003')],
    ['a missing table', known('P2021')],
    ['a missing privilege', Object.assign(new Error(), { code: '42501', severity: 'ERROR' })],
    ['a syntax error', Object.assign(new Error(), { code: '42601' })],
    ['an error without a Prisma code', unnamed('22P05')],
    ['a violation found at commit', uncommitted('23505')],
    ['no error', undefined],
  ])('does not count as unavailability for %s', (_, error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  });
});

describe('a PostgreSQL error code', () => {
  it.each(['28P01', '28000', '3D000', '55000', '57P05', '57P04', '58030', 'F0000', '25P03'])(
    'counts as unavailability: %s',
    (code) => {
      expect(findUnavailability(Object.assign(new Error(), { code }))).toBe(code);
    },
  );
});

describe('the reason for unavailability', () => {
  it.each([
    ['the PostgreSQL error code', unnamed('53100'), '53100'],
    ['the PostgreSQL error code at commit', uncommitted('25006'), '25006'],
    [
      'the PostgreSQL error code rather than the Prisma code',
      known('P2037', { driverAdapterError: { cause: { originalCode: '53300' } } }),
      '53300',
    ],
    [
      'the network error code',
      Object.assign(new Error(), { code: 'ECONNREFUSED' }),
      'ECONNREFUSED',
    ],
    ['the driver’s message', new Error('Query read timeout'), 'Query read timeout'],
  ])('is %s', (_, error, reason) => {
    expect(findUnavailability(error)).toBe(reason);
  });

  it('is undefined if the query is wrong', () => {
    expect(findUnavailability(unnamed('42601'))).toBeUndefined();
  });
});

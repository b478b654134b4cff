import { Prisma } from './generated/client.js';

/** What Prisma calls it in its own statements, and what the driver's adapter does in those in SQL. */
const names = {
  unique: ['P2002', 'UniqueConstraintViolation'],
  'foreign key': ['P2003', 'ForeignKeyConstraintViolation'],
} as const;

/** Where Prisma keeps what it has no code of its own for. */
interface DriverFailure {
  readonly driverAdapterError?: { readonly cause?: { readonly kind?: string } };
}

/** Whether an error says that a constraint of this kind refused what was to be written. */
export function violates(error: unknown, constraint: keyof typeof names): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  const [code, kind] = names[constraint];
  const { driverAdapterError } = (error.meta ?? {}) as DriverFailure;
  return error.code === code || driverAdapterError?.cause?.kind === kind;
}

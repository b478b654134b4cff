/** The codes of each violation in Prisma's own statements, in its SQL adapter, and in PostgreSQL. */
const names = {
  unique: ['P2002', 'UniqueConstraintViolation', '23505'],
  'foreign key': ['P2003', 'ForeignKeyConstraintViolation', '23503'],
} as const;

interface FailedStatement {
  readonly code?: unknown;
  /** Contains errors without a Prisma code. */
  readonly meta?: {
    readonly driverAdapterError?: { readonly cause?: { readonly kind?: unknown } };
  };
}

/** Whether an error is a violation of this kind of constraint. */
export function violates(error: unknown, constraint: keyof typeof names): boolean {
  if (!(error instanceof Error)) return false;
  const { code, meta } = error as FailedStatement;
  const known: readonly unknown[] = names[constraint];
  return known.includes(code) || known.includes(meta?.driverAdapterError?.cause?.kind);
}

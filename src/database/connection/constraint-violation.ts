/** What Prisma calls it in its own statements, its adapter in those in SQL, and PostgreSQL itself. */
const names = {
  unique: ['P2002', 'UniqueConstraintViolation', '23505'],
  'foreign key': ['P2003', 'ForeignKeyConstraintViolation', '23503'],
} as const;

interface FailedStatement {
  readonly code?: unknown;
  /** Where Prisma keeps what it has no code of its own for. */
  readonly meta?: {
    readonly driverAdapterError?: { readonly cause?: { readonly kind?: unknown } };
  };
}

/** Whether an error says that a constraint of this kind refused what was to be written. */
export function violates(error: unknown, constraint: keyof typeof names): boolean {
  if (!(error instanceof Error)) return false;
  const { code, meta } = error as FailedStatement;
  const known: readonly unknown[] = names[constraint];
  return known.includes(code) || known.includes(meta?.driverAdapterError?.cause?.kind);
}

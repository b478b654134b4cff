import { Prisma } from './generated/client.js';

const codes = { unique: 'P2002', 'foreign key': 'P2003' } as const;

/** Whether an error says that a constraint of this kind refused what was to be written. */
export function violates(error: unknown, constraint: keyof typeof codes): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === codes[constraint];
}
